import type { ArticleState, DeskSort } from '#contract/articles.ts'
import { stateWords } from './words.ts'

export const sorts: Record<DeskSort, string> = {
  changed: 'Last change',
  published: 'Publication',
  title: 'Title',
  words: 'Length',
}

/** What the address of a list of articles says. */
export type DeskQuery = { state: ArticleState; q: string; sort: DeskSort; author: string; category: string }

/** Query parameters are untrusted. */
export function readDeskQuery(query: Record<string, string>, usual: ArticleState): DeskQuery {
  const { state = '', sort = '', q = '', author = '', category = '' } = query
  const wanted = isKey(stateWords, state) ? state : usual
  return {
    state: wanted,
    q: q.trim().slice(0, 200),
    sort: isKey(sorts, sort) ? sort : usualSort(wanted),
    author: author.trim().replace(/^@/, '').slice(0, 120),
    category: category.slice(0, 120),
  }
}

/** What waits for its time is looked at by that. */
function usualSort(state: ArticleState): DeskSort {
  return state === 'scheduled' ? 'published' : 'changed'
}

/** The same asked of another state. An order that was not chosen is not kept. */
export function inState(asked: DeskQuery, state: ArticleState): DeskQuery {
  return { ...asked, state, sort: asked.sort === usualSort(asked.state) ? usualSort(state) : asked.sort }
}

/** The address of the same list with something else asked of it. What is usual is left out. */
export function deskAddress(path: string, query: Partial<DeskQuery> & { before?: string | null }, usual: ArticleState) {
  const left: Partial<DeskQuery> = { state: usual, sort: usualSort(query.state ?? usual) }
  const given = Object.entries(query).filter(([name, value]) => value && value !== Reflect.get(left, name))
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search ? `${path}?${search}` : path
}

function isKey<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key)
}
