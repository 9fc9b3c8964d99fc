import { membershipAdminEndpoints } from '#contract/membership/membership-admin.ts'
import { listQuery } from '#site/admin/list/list-query.ts'
import type { DataArgs } from '#site/page.ts'

export async function couponsData({ api, query }: DataArgs) {
  const shape = membershipAdminEndpoints['GET /api/admin/membership/coupons'].query
  const [page, plans, { provider }] = await Promise.all([
    api('GET /api/admin/membership/coupons', { query: listQuery(shape, query) }),
    api('GET /api/admin/membership/plans'),
    api('GET /api/admin/membership/provider'),
  ])
  return { ...page, plans, provider, query }
}
