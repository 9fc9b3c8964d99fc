import { auditEndpoints } from '#contract/audit.ts'
import { listQuery } from '#site/admin/list/list-query.ts'
import type { DataArgs } from '#site/page.ts'

export async function auditData({ api, query }: DataArgs) {
  const [page, actions] = await Promise.all([
    api('GET /api/admin/audit', { query: listQuery(auditEndpoints['GET /api/admin/audit'].query, query) }),
    api('GET /api/admin/audit/actions'),
  ])
  return { ...page, actions, query }
}
