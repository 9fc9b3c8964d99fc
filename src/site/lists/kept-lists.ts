import type { PageOf } from '#contract/shapes.ts'
import { isPageOf, isRecord } from './page-of.ts'

/** A list as far as it has been unrolled. */
export type Unrolled<Item> = PageOf<Item> & {
  /** Pages that came by themselves since somebody last asked for one. */
  unasked: number
}

const STORAGE_KEY = 'unrolled-lists'
const MOST_KEPT = 6

const kept = new Map<string, unknown>()
/** Where the window stood when the page was left for another site, or loaded anew. */
let leftAt: { id: string; top: number } | null = null
let shown: string | null = null
let begun = false

/** Keeps a list for whoever comes back to it by Back, in this tab. */
export function keepList<Item>(id: string, list: Unrolled<Item>) {
  begin()
  kept.delete(id)
  kept.set(id, list)
  const [oldest] = kept.keys()
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
}

export function keptList<Item>(id: string): Unrolled<Item> | null {
  begin()
  const list = kept.get(id)
  return isUnrolled<Item>(list) ? list : null
}

/** Says which list is on the screen, for when the page is left. */
export function showList(id: string | null) {
  shown = id
}

/** How far down the window was when this list was last left with its page; told once. */
export function topOf(id: string) {
  const top = leftAt?.id === id ? leftAt.top : null
  leftAt = null
  return top
}

/** Takes back what the tab remembers from before the page was loaded, and sees that it remembers the next time. */
function begin() {
  if (begun) return
  begun = true
  const remembered = read()
  // The first entry of every page load has the same name. Whoever came here by a new way has not been here before.
  const arrived = performance.getEntriesByType('navigation')[0]
  const isNew = arrived instanceof PerformanceNavigationTiming && arrived.type === 'navigate'
  for (const [id, list] of remembered.lists) if (!isNew || !id.startsWith('default ')) kept.set(id, list)
  leftAt = remembered.left
  addEventListener('pagehide', remember)
}

function remember() {
  const left = shown === null ? null : { id: shown, top: scrollY }
  try {
    sessionStorage.removeItem(STORAGE_KEY)
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ lists: [...kept], left }))
  } catch {
    // There is no room, or none is given: the list then starts at its beginning.
  }
}

function stored(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null')
  } catch {
    // A browser may keep its storage to itself; nothing is remembered then.
    return null
  }
}

function read(): { lists: [string, unknown][]; left: typeof leftAt } {
  const memory = stored()
  if (!isRecord(memory) || !Array.isArray(memory['lists'])) return { lists: [], left: null }
  const lists = memory['lists'].flatMap((entry: unknown): [string, unknown][] =>
    Array.isArray(entry) && typeof entry[0] === 'string' ? [[entry[0], entry[1]]] : [],
  )
  const left = memory['left']
  const known = isRecord(left) && typeof left['id'] === 'string' && typeof left['top'] === 'number'
  return { lists, left: known ? { id: String(left['id']), top: Number(left['top']) } : null }
}

function isUnrolled<Item>(value: unknown): value is Unrolled<Item> {
  return isRecord(value) && typeof value['unasked'] === 'number' && isPageOf<Item>(value)
}
