import type { DataArgs } from '#site/page.ts'

export async function accountData({ api }: DataArgs) {
  const [account, methods, unwanted] = await Promise.all([
    api('GET /api/account'),
    api('GET /api/sign-in'),
    api('GET /api/people/unwanted'),
  ])
  return { account, methods, unwanted }
}
