import { fieldNames, pick } from './fields.ts'
import type { LocalCopy } from './local-store.ts'

const PREFIX = 'bramble:last-words:'

/** Local copies in localStorage, which can be written synchronously while a page is unloaded, as far as there is room. */
export const unloadStore = {
  isAvailable() {
    try {
      localStorage.setItem(PREFIX, '')
      localStorage.removeItem(PREFIX)
      return true
    } catch {
      // Some browsers refuse in private windows.
      return false
    }
  },
  put(copy: LocalCopy) {
    // If there is no room for both texts, the base text is left out.
    return write(copy) || write({ ...copy, base: withoutBody(copy.base) })
  },
  list(): LocalCopy[] {
    return keys().flatMap((key) => read(key))
  },
  /** Keeps a copy that is newer than `upTo`. */
  delete(key: string, upTo = Infinity) {
    try {
      if (read(PREFIX + key).every(({ at }) => at <= upTo)) localStorage.removeItem(PREFIX + key)
    } catch {
      // A browser that refuses to write has nothing to delete.
      return
    }
  },
}

function withoutBody(fields: LocalCopy['base']) {
  return pick(
    fields,
    fieldNames.filter((name) => name !== 'body'),
  )
}

function write(copy: LocalCopy) {
  try {
    localStorage.setItem(PREFIX + copy.key, JSON.stringify(copy))
    return true
  } catch {
    // No room, or the browser refuses: the caller warns.
    return false
  }
}

function keys() {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
  } catch {
    // A browser that refuses has none.
    return []
  }
}

function read(key: string): LocalCopy[] {
  try {
    const copy: LocalCopy = JSON.parse(localStorage.getItem(key) ?? '')
    return [copy]
  } catch {
    // Incomplete JSON is ignored.
    return []
  }
}
