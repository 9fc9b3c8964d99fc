import type { DataArgs } from '#site/page.ts'

export async function deliveryData({ api, params }: DataArgs) {
  const { id = '', delivery = '' } = params
  const [webhook, found] = await Promise.all([
    api('GET /api/admin/webhooks/{id}', { params: { id } }),
    api('GET /api/admin/webhook-deliveries/{id}', { params: { id: delivery } }),
  ])
  return { webhook, delivery: found }
}
