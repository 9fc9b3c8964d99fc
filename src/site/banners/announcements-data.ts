import { AnnouncementQuery } from '#contract/banners.ts'
import { listQuery } from '#site/admin/list/list-query.ts'
import type { DataArgs } from '#site/page.ts'

/** The list, or with `edit` one announcement. */
export async function announcementsData({ api, query }: DataArgs) {
  const { edit, ...rest } = query
  if (edit === 'new') return { kind: 'new' as const }
  if (edit)
    return {
      kind: 'edit' as const,
      announcement: await api('GET /api/admin/announcements/{id}', { params: { id: edit } }),
    }
  const page = await api('GET /api/admin/announcements', { query: listQuery(AnnouncementQuery, rest) })
  return { kind: 'list' as const, ...page, query: rest }
}
