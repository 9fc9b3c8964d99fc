import { isId } from '#contract/id.ts'

const EXTENSION = '.json'
const ROOTS = new Set(['users', 'categories', 'tags', 'articles'])

/** The segments of a path in the data tree, still encoded; null for any other URL. */
export function parseTreePath(url: string, prefixes: readonly string[]): string[] | null {
  const [path = ''] = url.split('?', 1)
  if (!path.endsWith(EXTENSION)) return null
  for (const prefix of prefixes) {
    const segments = path.startsWith(prefix) ? splitTreePath(path.slice(prefix.length, -EXTENSION.length)) : null
    if (segments) return segments
  }
  return null
}

/** Excludes the site's pages below `/articles` and the `_payload.json` of every page. */
function splitTreePath(below: string): string[] | null {
  if (below === '') return []
  const segments = below.split('/')
  const [root = '', second] = segments
  if (!ROOTS.has(root) || segments.at(-1) === '_payload') return null
  return root === 'articles' && second !== undefined && !isId(second) ? null : segments
}
