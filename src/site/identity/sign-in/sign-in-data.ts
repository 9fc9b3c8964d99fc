import type { DataArgs } from '#site/page.ts'

export async function signInData({ api }: DataArgs) {
  return api('GET /api/sign-in')
}
