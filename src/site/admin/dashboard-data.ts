import { hasRole } from '#contract/endpoint.ts'
import type { DataArgs } from '#site/page.ts'

export async function dashboardData({ api, viewer }: DataArgs) {
  const [overview, analytics] = await Promise.all([
    api('GET /api/admin/overview'),
    hasRole(viewer, 'admin') ? loadAnalytics(api) : null,
  ])
  return { overview, analytics }
}

async function loadAnalytics(api: DataArgs['api']) {
  const [week, live] = await Promise.all([
    api('GET /api/admin/analytics', { query: { range: '7d' } }),
    api('GET /api/admin/analytics/live'),
  ])
  return { week, live }
}
