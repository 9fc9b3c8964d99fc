import { jobEndpoints } from '#contract/operations/operations.ts'
import { listQuery } from '#site/admin/list/list-query.ts'
import type { DataArgs } from '#site/page.ts'

export async function jobsData({ api, query }: DataArgs) {
  const show = query['show']
  if (show === 'failed') {
    const asked = listQuery(jobEndpoints['GET /api/admin/jobs/failed'].query, query)
    return { show: 'failed' as const, ...(await api('GET /api/admin/jobs/failed', { query: asked })), query }
  }
  if (show === 'history') {
    const asked = listQuery(jobEndpoints['GET /api/admin/jobs/failures'].query, query)
    const [page, jobs] = await Promise.all([
      api('GET /api/admin/jobs/failures', { query: asked }),
      api('GET /api/admin/jobs', { query: {} }),
    ])
    return { show: 'history' as const, ...page, jobs: jobs.map(({ name }) => name), query }
  }
  const asked = listQuery(jobEndpoints['GET /api/admin/jobs'].query, query)
  return { show: 'jobs' as const, items: await api('GET /api/admin/jobs', { query: asked }), next: null, query }
}
