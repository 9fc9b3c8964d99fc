import { taxonomyEndpoints } from '#contract/taxonomy/taxonomy.ts'
import { listQuery } from '#site/admin/list/list-query.ts'
import type { DataArgs } from '#site/page.ts'

export async function topicsData({ api, query }: DataArgs) {
  const asked = listQuery(taxonomyEndpoints['GET /api/admin/topics'].query, query)
  return { ...(await api('GET /api/admin/topics', { query: asked })), query }
}
