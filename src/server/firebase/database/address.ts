import { ID_LENGTH } from '#contract/constants.ts'

const ENDING = '.json'
const ROOTS = new Set(['users', 'categories', 'tags', 'articles'])
const ID = new RegExp(`^[A-Za-z0-9]{${ID_LENGTH}}$`)

/** The segments of an address in the data tree, still encoded; null for the address of anything else. */
export function treeSegments(url: string, prefixes: readonly string[]): string[] | null {
  const [path = ''] = url.split('?', 1)
  if (!path.endsWith(ENDING)) return null
  for (const prefix of prefixes) {
    const segments = path.startsWith(prefix) ? segmentsOf(path.slice(prefix.length, -ENDING.length)) : null
    if (segments) return segments
  }
  return null
}

/** Pages live below `/articles` too, and every page has its data in a `_payload.json`: those stay theirs. */
function segmentsOf(below: string): string[] | null {
  if (below === '') return []
  const segments = below.split('/')
  const [root = '', second] = segments
  if (!ROOTS.has(root) || segments.at(-1) === '_payload') return null
  return root === 'articles' && second !== undefined && !ID.test(second) ? null : segments
}
