import type { DataArgs } from '#site/page.ts'

export async function accountData({ api }: DataArgs) {
  const [account, ways] = await Promise.all([api('GET /api/account'), api('GET /api/sign-in')])
  return { account, ways }
}
