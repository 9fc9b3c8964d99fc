import { webhookEndpoints } from '#contract/webhooks/webhooks.ts'
import { listQuery } from '#site/admin/list/list-query.ts'
import type { DataArgs } from '#site/page.ts'

export async function deliveriesData({ api, params, query }: DataArgs) {
  const id = params['id'] ?? ''
  const shape = webhookEndpoints['GET /api/admin/webhooks/{id}/deliveries'].query
  const [webhook, page] = await Promise.all([
    api('GET /api/admin/webhooks/{id}', { params: { id } }),
    api('GET /api/admin/webhooks/{id}/deliveries', { params: { id }, query: listQuery(shape, query) }),
  ])
  return { webhook, ...page, query }
}
