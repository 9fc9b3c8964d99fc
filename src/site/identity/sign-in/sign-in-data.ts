import type { DataArgs } from '#site/page.ts'

export async function signInData({ api }: DataArgs) {
  const [methods, picture] = await Promise.all([api('GET /api/sign-in'), api('GET /api/sign-in-picture')])
  return { ...methods, picture }
}
