import { readStored, writeStored } from '#site/browser/web-storage.ts'
import { createStore, useStore } from '#site/ui/store.ts'

const KEY = 'bramble:searches'
const MAX_SEARCHES = 8
const none: readonly string[] = []
const searches = createStore(recent())

/** Most recent first. Stored in this browser only. */
export function useRecentSearches() {
  return useStore(
    { get: searches.get, subscribe },
    (list) => list,
    () => none,
  )
}

export function addRecentSearch(q: string) {
  const words = q.trim()
  if (words === '') return
  const others = recent().filter((each) => each.toLowerCase() !== words.toLowerCase())
  write([words, ...others].slice(0, MAX_SEARCHES))
}

export function clearRecentSearches() {
  write([])
}

function write(list: readonly string[]) {
  writeStored('localStorage', KEY, list.length > 0 ? JSON.stringify(list) : null)
  searches.set(list)
}

function recent() {
  return parse(readStored('localStorage', KEY))
}

/** Ignores invalid stored values. */
function parse(text: string | null): readonly string[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list.filter((each) => typeof each === 'string').slice(0, MAX_SEARCHES) : none
  } catch {
    return none
  }
}

function subscribe(listener: () => void) {
  // Another tab may have changed them.
  const load = () => searches.set(recent())
  const loadChanged = ({ key }: StorageEvent) => (key === KEY || key === null) && load()
  load()
  addEventListener('storage', loadChanged)
  const unsubscribe = searches.subscribe(listener)
  return () => {
    unsubscribe()
    removeEventListener('storage', loadChanged)
  }
}
