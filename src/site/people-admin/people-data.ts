import { peopleAdminEndpoints } from '#contract/people-admin/people-admin.ts'
import { listQuery } from '#site/admin/list/list-query.ts'
import type { DataArgs } from '#site/page.ts'

export async function peopleData({ api, query }: DataArgs) {
  const wanted = listQuery(peopleAdminEndpoints['GET /api/admin/people'].query, query)
  return { ...(await api('GET /api/admin/people', { query: wanted })), query }
}
