import type { DataArgs } from '#site/page.ts'

export async function homeData({ api }: DataArgs) {
  return api('GET /api/home')
}
