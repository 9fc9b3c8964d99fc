import { rewardAdminEndpoints } from '#contract/rewards/rewards-admin.ts'
import { listQuery } from '#site/admin/list/list-query.ts'
import type { DataArgs } from '#site/page.ts'

/** The books, or with `show` the rules, the catalogue or one of the lists. */
export async function rewardsData({ api, query }: DataArgs) {
  const overview = await api('GET /api/admin/rewards')
  const { show } = query
  if (show === 'redemptions') {
    const shape = rewardAdminEndpoints['GET /api/admin/rewards/redemptions'].query
    const page = await api('GET /api/admin/rewards/redemptions', { query: listQuery(shape, query) })
    return { kind: 'redemptions' as const, overview, ...page, query }
  }
  if (show === 'ledger') {
    const shape = rewardAdminEndpoints['GET /api/admin/rewards/ledger'].query
    const page = await api('GET /api/admin/rewards/ledger', { query: listQuery(shape, query) })
    return { kind: 'ledger' as const, overview, ...page, query }
  }
  if (show === 'rules') return { kind: 'rules' as const, overview }
  if (show === 'catalogue') return { kind: 'catalogue' as const, overview }
  return { kind: 'overview' as const, overview }
}

type Data = Awaited<ReturnType<typeof rewardsData>>
export type RewardsOverview = Data['overview']
export type RewardsView = Data['kind']
export type RedemptionsView = Extract<Data, { kind: 'redemptions' }>
export type LedgerView = Extract<Data, { kind: 'ledger' }>
