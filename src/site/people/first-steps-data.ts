import { pageNotFound } from '#site/errors/page-not-found.ts'
import type { DataArgs } from '#site/page.ts'

const MOST_PEOPLE = 6

/** The router matches whole segments only, so the prefix is checked here. */
export async function firstStepsData({ params, viewer, path, api }: DataArgs) {
  if (!viewer || params['temp'] !== `temp-${viewer.id}`) throw pageNotFound(path)
  const [[record], topics, people] = await Promise.all([
    api('GET /api/users', { query: { uid: viewer.uid } }),
    api('GET /api/topics'),
    api('GET /api/people/suggested'),
  ])
  const { name, handle, about } = { ...viewer, about: '', ...record }
  return { name, handle, about, topics, people: people.slice(0, MOST_PEOPLE) }
}
