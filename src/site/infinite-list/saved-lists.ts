import type { PageOf } from '#contract/shapes.ts'
import { isPageOf, isRecord } from './fetch-page.ts'

/** The pages of a list that are loaded so far. */
export type LoadedList<Item> = PageOf<Item> & {
  /** Pages loaded by scrolling since the last click on “Show more”. */
  autoLoaded: number
}

const STORAGE_KEY = 'unrolled-lists'
const MAX_LISTS = 6

const lists = new Map<string, unknown>()
/** The scroll position when the page was last unloaded. */
let leftAt: { id: string; top: number } | null = null
let visible: string | null = null
let started = false

/** Saves a list for Back, in this tab. */
export function saveList<Item>(id: string, list: LoadedList<Item>) {
  start()
  lists.delete(id)
  lists.set(id, list)
  const [oldest] = lists.keys()
  if (lists.size > MAX_LISTS && oldest !== undefined) lists.delete(oldest)
}

export function savedList<Item>(id: string): LoadedList<Item> | null {
  start()
  const list = lists.get(id)
  return isLoadedList<Item>(list) ? list : null
}

/** The list whose scroll position is stored when the page is unloaded. */
export function setVisibleList(id: string | null) {
  visible = id
}

/** The scroll position at which this list was unloaded, once. */
export function takeScrollTop(id: string) {
  const top = leftAt?.id === id ? leftAt.top : null
  leftAt = null
  return top
}

/** Restores the lists from session storage, and stores them again when the page is unloaded. */
function start() {
  if (started) return
  started = true
  const restored = read()
  // The first history entry of every page load has the same key: a new navigation must not get the list of an older one.
  const navigation = performance.getEntriesByType('navigation')[0]
  const isNew = navigation instanceof PerformanceNavigationTiming && navigation.type === 'navigate'
  for (const [id, list] of restored.lists) if (!isNew || !id.startsWith('default ')) lists.set(id, list)
  leftAt = restored.left
  addEventListener('pagehide', store)
}

function store() {
  const left = visible === null ? null : { id: visible, top: scrollY }
  try {
    sessionStorage.removeItem(STORAGE_KEY)
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ lists: [...lists], left }))
  } catch {
    // Storage is full or disabled: the list starts at its first page.
  }
}

function stored(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null')
  } catch {
    // Storage is disabled.
    return null
  }
}

function read(): { lists: [string, unknown][]; left: typeof leftAt } {
  const value = stored()
  if (!isRecord(value) || !Array.isArray(value['lists'])) return { lists: [], left: null }
  const entries = value['lists'].flatMap((entry: unknown): [string, unknown][] =>
    Array.isArray(entry) && typeof entry[0] === 'string' ? [[entry[0], entry[1]]] : [],
  )
  const left = value['left']
  const isValid = isRecord(left) && typeof left['id'] === 'string' && typeof left['top'] === 'number'
  return { lists: entries, left: isValid ? { id: String(left['id']), top: Number(left['top']) } : null }
}

function isLoadedList<Item>(value: unknown): value is LoadedList<Item> {
  return isRecord(value) && typeof value['autoLoaded'] === 'number' && isPageOf<Item>(value)
}
