import { membershipAdminEndpoints } from '#contract/membership/membership-admin.ts'
import { listQuery } from '#site/admin/list/list-query.ts'
import type { DataArgs } from '#site/page.ts'

export async function overviewData({ api, query }: DataArgs) {
  const shape = membershipAdminEndpoints['GET /api/admin/membership/revenue'].query
  const [revenue, plans] = await Promise.all([
    api('GET /api/admin/membership/revenue', { query: listQuery(shape, query) }),
    api('GET /api/admin/membership/plans'),
  ])
  return { revenue, hasPlans: plans.some(({ archived }) => !archived) }
}
