import type { DataArgs } from '#site/page.ts'

export async function signInPicturesData({ api }: DataArgs) {
  return { pictures: await api('GET /api/admin/sign-in-pictures') }
}
