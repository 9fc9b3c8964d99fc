import type { DataArgs } from '#site/page.ts'

export async function dashboardData({ api }: DataArgs) {
  return api('GET /api/admin/overview')
}
