import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from '#site/browser/web-storage.ts'

const KEY = 'bramble:searches'
const MAX_SEARCHES = 8
const none: readonly string[] = []
const listeners = new Set<() => void>()
let last: { text: string | null; list: readonly string[] } = { text: null, list: none }

/** Most recent first. Stored in this browser only. */
export function useRecentSearches() {
  return useSyncExternalStore(subscribe, recent, () => none)
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

function recent() {
  const text = readStored('localStorage', KEY)
  // useSyncExternalStore needs a stable reference.
  if (text !== last.text) last = { text, list: parse(text) }
  return last.list
}

function write(list: readonly string[]) {
  writeStored('localStorage', KEY, list.length > 0 ? JSON.stringify(list) : null)
  for (const listener of listeners) listener()
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
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
