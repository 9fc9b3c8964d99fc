import { pageNotFound } from '#site/errors/page-not-found.ts'
import type { DataArgs } from '#site/page.ts'
import { loadListStories } from './list-stories-data.ts'

/** Shows the first list unless the URL names one. */
export async function bookmarksData({ api, query, path }: DataArgs) {
  const lists = await api('GET /api/lists')
  const asked = query['list']
  const chosen = asked === undefined ? lists[0] : lists.find(({ id }) => id === asked)
  if (asked !== undefined && !chosen) throw pageNotFound(path)
  const { page, first } = await loadListStories(api, chosen?.id ?? null, query['before'])
  return { lists, chosen: chosen?.id ?? null, page, first }
}
