import { isId } from '#contract/id.ts'
import { redirect } from 'react-router'
import { pageNotFound } from '#site/errors/page-not-found.ts'
import type { DataArgs } from '#site/page.ts'

export async function editStoryData({ api, query, path }: DataArgs) {
  const { id } = query
  // Without an id, start a new story, or go to the list of all articles.
  if (id === undefined) throw redirect(/^\/admin\//i.test(path) ? '/admin/articles' : '/articles/new')
  if (!isId(id)) throw pageNotFound(path)
  return { article: await api('GET /api/articles/{id}', { params: { id } }) }
}
