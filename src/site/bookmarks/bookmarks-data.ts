import { pageNotFound } from '#site/errors/page-not-found.ts'
import type { DataArgs } from '#site/page.ts'
import { storiesOf } from './list-stories-data.ts'

/** The viewer's lists and the stories of one of them: the one that is asked for, or the topmost. */
export async function bookmarksData({ api, query, path }: DataArgs) {
  const lists = await api('GET /api/lists')
  const asked = query['list']
  const chosen = asked === undefined ? lists[0] : lists.find(({ id }) => id === asked)
  if (asked !== undefined && !chosen) throw pageNotFound(path)
  const { page, first } = await storiesOf(api, chosen?.id ?? null, query['before'])
  return { lists, chosen: chosen?.id ?? null, page, first }
}
