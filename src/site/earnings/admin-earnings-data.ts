import { earningsAdminEndpoints } from '#contract/earnings/earnings-admin.ts'
import { listQuery } from '#site/admin/list/list-query.ts'
import type { DataArgs } from '#site/page.ts'

export async function adminEarningsData({ api, query }: DataArgs) {
  if (query['tab'] === 'payouts') {
    const asked = listQuery(earningsAdminEndpoints['GET /api/admin/earnings/payouts'].query, query)
    return { tab: 'payouts' as const, ...(await api('GET /api/admin/earnings/payouts', { query: asked })), query }
  }
  if (query['tab'] === 'months')
    return { tab: 'months' as const, ...(await api('GET /api/admin/earnings/months')), query }
  const asked = listQuery(earningsAdminEndpoints['GET /api/admin/earnings'].query, query)
  return { tab: 'creators' as const, ...(await api('GET /api/admin/earnings', { query: asked })), query }
}
