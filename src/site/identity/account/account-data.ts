import { errorStatus } from '#site/errors/error-status.ts'
import type { DataArgs } from '#site/page.ts'

export async function accountData({ api }: DataArgs) {
  const [account, methods, unwanted, membership, receipts, basket, { owed }] = await Promise.all([
    api('GET /api/account'),
    api('GET /api/sign-in'),
    api('GET /api/people/unwanted'),
    api('GET /api/membership/own'),
    api('GET /api/membership/receipts', { query: {} }),
    findBasket(api),
    api('GET /api/account/deletion'),
  ])
  return { account, methods, unwanted, membership, hasPayments: receipts.items.length > 0, basket, owed }
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
