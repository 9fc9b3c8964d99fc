import type { ArticleState } from '#contract/articles/articles.ts'
import type { DeskSort } from '#contract/articles/desk.ts'
import { stateLabels } from '#site/stories/article-labels.ts'

export const sortLabels: Record<DeskSort, string> = {
  changed: 'Last edited',
  published: 'Publish date',
  title: 'Title',
  words: 'Length',
}

/** Search and order of the desk, as in the URL. */
export type DeskQuery = { state: ArticleState; q: string; sort: DeskSort }

/** Invalid values fall back to the defaults. */
export function parseDeskQuery(query: Record<string, string>, usual: ArticleState): DeskQuery {
  const { state = '', sort = '', q = '' } = query
  const wanted = isKey(stateLabels, state) ? state : usual
  return {
    state: wanted,
    q: q.trim().slice(0, 200),
    sort: isKey(sortLabels, sort) ? sort : usualSort(wanted),
  }
}

function usualSort(state: ArticleState): DeskSort {
  return state === 'scheduled' ? 'published' : 'changed'
}

/** Switches the state. A default order becomes the default of the new state. */
export function withState(asked: DeskQuery, state: ArticleState): DeskQuery {
  return { ...asked, state, sort: asked.sort === usualSort(asked.state) ? usualSort(state) : asked.sort }
}

/** Omits default values. */
export function formatDeskUrl(
  path: string,
  query: Partial<DeskQuery> & { before?: string | null },
  usual: ArticleState,
) {
  const left: Partial<DeskQuery> = { state: usual, sort: usualSort(query.state ?? usual) }
  const given = Object.entries(query).filter(([name, value]) => value && value !== Reflect.get(left, name))
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search ? `${path}?${search}` : path
}

function isKey<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key)
}
