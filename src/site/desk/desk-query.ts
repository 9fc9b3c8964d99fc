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

/** What somebody typed into the address may be anything. */
export function readDeskQuery(query: Record<string, string>, usual: ArticleState): DeskQuery {
  const { state = '', sort = '', q = '', author = '', category = '' } = query
  return {
    state: isKey(stateWords, state) ? state : usual,
    q: q.trim().slice(0, 200),
    sort: isKey(sorts, sort) ? sort : 'changed',
    author: author.trim().replace(/^@/, '').slice(0, 120),
    category: category.slice(0, 120),
  }
}

/** The address of the same list with something else asked of it. What is usual is left out. */
export function deskAddress(path: string, query: Partial<DeskQuery> & { before?: string | null }, usual: ArticleState) {
  const given = Object.entries(query).filter(
    ([name, value]) => value && !(name === 'state' && value === usual) && !(name === 'sort' && value === 'changed'),
  )
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search ? `${path}?${search}` : path
}

function isKey<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key)
}
