import type { DataArgs } from '#site/page.ts'

/** The ways to sign in, for every page that offers them. */
export async function signInData({ api }: DataArgs) {
  return api('GET /api/sign-in')
}
