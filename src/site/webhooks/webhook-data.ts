import type { DataArgs } from '#site/page.ts'

export async function webhookData({ api, params }: DataArgs) {
  return { webhook: await api('GET /api/admin/webhooks/{id}', { params: { id: params['id'] ?? '' } }) }
}
