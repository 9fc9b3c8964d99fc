import { errorStatus } from '#site/errors/error-status.ts'
import type { DataArgs } from '#site/page.ts'

export async function accountData({ api }: DataArgs) {
  const [account, methods, unwanted, membership, basket] = await Promise.all([
    api('GET /api/account'),
    api('GET /api/sign-in'),
    api('GET /api/people/unwanted'),
    api('GET /api/membership/own'),
    findBasket(api),
  ])
  return { account, methods, unwanted, membership, basket }
}

/** Null when berries are switched off. */
async function findBasket(api: DataArgs['api']) {
  try {
    return await api('GET /api/berries')
  } catch (error) {
    if (errorStatus(error) === 404) return null
    throw error
  }
}
