import type { DataArgs } from '#site/page.ts'

export async function mailDetailData({ api, params }: DataArgs) {
  return { mail: await api('GET /api/admin/mail/{id}', { params: { id: params['id'] ?? '' } }) }
}
