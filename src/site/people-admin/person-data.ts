import type { DataArgs } from '#site/page.ts'

export async function personData({ api, params }: DataArgs) {
  return api('GET /api/admin/people/{id}', { params: { id: params['userId'] ?? '' } })
}
