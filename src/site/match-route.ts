import type { PageRow } from './routes.ts'

/** Finds the row of a path as the router would, without ranking all routes each time. */
export function createMatcher(rows: readonly PageRow[]) {
  const patterns = rows
    .map((row) => ({ row, pattern: patternOf(row.path), parameters: row.path.split(':').length }))
    // Static segments beat parameters: `/user/bookmarks` is not a profile.
    .toSorted((a, b) => a.parameters - b.parameters)
  return (pathname: string): PageRow | null => patterns.find(({ pattern }) => pattern.test(pathname))?.row ?? null
}

function patternOf(path: string) {
  return path === '/' ? /^\/$/ : new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`, 'i')
}
