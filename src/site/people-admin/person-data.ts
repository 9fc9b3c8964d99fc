import type { DataArgs } from '#site/page.ts'

export async function personData({ api, params }: DataArgs) {
  const id = params['userId'] ?? ''
  const person = await api('GET /api/admin/people/{id}', { params: { id } })
  const { items: grants } = await api('GET /api/admin/membership/grants', { query: { person: id } })
  return { ...person, grants }
}
