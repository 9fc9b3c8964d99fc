import type { PageRow } from './routes.ts'

/** Finds the row of a path as the router would, but without ranking the whole table each time. */
export function createMatcher(rows: readonly PageRow[]) {
  const patterns = rows
    .map((row) => ({ row, pattern: patternOf(row.path), parameters: row.path.split(':').length }))
    // Words beat parameters: `/user/bookmarks` is not a person.
    .toSorted((a, b) => a.parameters - b.parameters)
  return (pathname: string): PageRow | null => patterns.find(({ pattern }) => pattern.test(pathname))?.row ?? null
}

function patternOf(path: string) {
  return path === '/' ? /^\/$/ : new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`, 'i')
}
