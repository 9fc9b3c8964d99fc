import type { ListFilter } from './list-types.ts'

type Query = Readonly<Record<string, string>>

/** The URL of a list with these changes to its query. Empty values are left out, and so is the cursor unless it is given. */
export function listUrl(path: string, query: Query, changes: Record<string, string | null> = {}) {
  const { before: _page, ...rest } = query
  const entries = Object.entries({ ...rest, ...changes }).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  )
  const search = new URLSearchParams(entries).toString()
  return search ? `${path}?${search}` : path
}

/** Whether the query searches or filters. */
export function isFiltered(query: Query, filters: readonly ListFilter[]) {
  return Boolean(query['q']) || filters.some(({ name }) => Boolean(query[name]))
}

/** The `sort` that a click on a column’s header requests. */
export function nextSort(current: string, sort: string, firstOrder: 'ascending' | 'descending') {
  const first = firstOrder === 'descending' ? `-${sort}` : sort
  const second = firstOrder === 'descending' ? sort : `-${sort}`
  return current === first ? second : first
}

export function ariaSort(current: string, sort: string) {
  if (current === sort) return 'ascending'
  return current === `-${sort}` ? 'descending' : 'none'
}

/** Hidden columns, from `hide` in the address. Undefined when the address does not say. */
export function hiddenColumns(query: Query) {
  return query['hide']?.split(',').filter((id) => id !== 'none')
}

/** `none` says that every column is shown, also those that are hidden by default. */
export function formatHidden(ids: readonly string[]) {
  return ids.length > 0 ? ids.join(',') : 'none'
}
