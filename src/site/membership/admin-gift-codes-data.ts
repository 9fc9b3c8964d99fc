import { membershipAdminEndpoints } from '#contract/membership/membership-admin.ts'
import { listQuery } from '#site/admin/list/list-query.ts'
import type { DataArgs } from '#site/page.ts'

export async function giftCodesData({ api, query }: DataArgs) {
  const shape = membershipAdminEndpoints['GET /api/admin/membership/gift-codes'].query
  const [page, { provider }] = await Promise.all([
    api('GET /api/admin/membership/gift-codes', { query: listQuery(shape, query) }),
    api('GET /api/admin/membership/provider'),
  ])
  return { ...page, provider, query }
}
