import { notificationFilters } from '#contract/notifications/filters.ts'
import { pageNotFound } from '#site/errors/page-not-found.ts'
import type { DataArgs } from '#site/page.ts'

/** The viewer's own notifications. Any other person's id is not found. */
export async function notificationsData({ api, params, query, viewer, path }: DataArgs) {
  const asked = params['userID']
  if (!viewer || (asked !== undefined && asked !== viewer.id && asked !== viewer.handle)) throw pageNotFound(path)
  const filter = notificationFilters.find((name) => name === query['filter']) ?? 'all'
  const { before } = query
  const { unread, lastSeq, ...page } = await api('GET /api/notifications', { query: { filter, before } })
  return { page, unread, lastSeq, filter, first: before === undefined, preferences: query['show'] === 'preferences' }
}
