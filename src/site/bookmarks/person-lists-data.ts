import { redirect } from 'react-router'
import { pageNotFound } from '#site/errors/page-not-found.ts'
import { withQuery } from '#site/infinite-list/list-url.ts'
import type { DataArgs } from '#site/page.ts'
import { loadListStories } from './list-stories-data.ts'

/** Redirects owners to the page where they can edit their lists. */
export async function personListsData({ api, params, query, path, viewer }: DataArgs) {
  const ref = params['userId'] ?? ''
  const asked = query['list']
  if (viewer && (ref === viewer.id || ref.toLowerCase() === viewer.handle)) {
    throw redirect(withQuery('/user/bookmarks', { list: asked }))
  }
  const [person, lists] = await Promise.all([
    api('GET /api/people/{ref}', { params: { ref } }),
    api('GET /api/people/{ref}/lists', { params: { ref } }),
  ])
  const chosen = asked === undefined ? lists[0] : lists.find(({ id }) => id === asked)
  if (asked !== undefined && !chosen) throw pageNotFound(path)
  const { page, first } = await loadListStories(api, chosen?.id ?? null, query['before'])
  return {
    person: { id: person.id, handle: person.handle, name: person.name },
    lists,
    chosen: chosen?.id ?? null,
    page,
    first,
  }
}
