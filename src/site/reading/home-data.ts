import type { DataArgs } from '../page.ts'

export async function homeData({ api }: DataArgs) {
  return api('GET /api/home')
}
