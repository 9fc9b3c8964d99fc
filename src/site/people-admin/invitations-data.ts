import type { DataArgs } from '#site/page.ts'

export async function invitationsData({ api, query }: DataArgs) {
  const { before } = query
  const page = await api('GET /api/admin/invitations', { query: { before } })
  return { ...page, first: before === undefined }
}
