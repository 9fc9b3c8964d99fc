import { redirect } from 'react-router'
import { pageNotFound } from '#site/errors/page-not-found.ts'
import { withQuery } from '#site/infinite-list/list-url.ts'
import type { DataArgs } from '#site/page.ts'
import { loadListStories } from './list-stories-data.ts'

/** The public lists of a person. */
export async function personListsData({ api, params, query, path, viewer }: DataArgs) {
  const ref = params['userId'] ?? ''
  const asked = query['list']
  const [person, lists] = await Promise.all([
    api('GET /api/people/{ref}', { params: { ref } }),
    api('GET /api/people/{ref}/lists', { params: { ref } }),
  ])
  const chosen = asked === undefined ? lists[0] : lists.find(({ id }) => id === asked)
  if (asked !== undefined && !chosen) {
    // The owner's private lists have their own page.
    throw viewer?.id === person.id ? redirect(withQuery('/user/bookmarks', { list: asked })) : pageNotFound(path)
  }
  const { page, first } = await loadListStories(api, chosen?.id ?? null, query['before'])
  return {
    person,
    lists,
    chosen: chosen?.id ?? null,
    page,
    first,
  }
}
