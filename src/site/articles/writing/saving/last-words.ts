import { fieldNames, pick } from './fields.ts'
import type { Kept } from './kept.ts'

const PREFIX = 'bramble:last-words:'

/** A database cannot be written while a page goes; this can, as far as there is room. It is emptied when the page comes again. */
export const lastWords = {
  /** Whether the browser lets anything be written. */
  work() {
    try {
      localStorage.setItem(PREFIX, '')
      localStorage.removeItem(PREFIX)
      return true
    } catch {
      // It refuses, as some do in private windows.
      return false
    }
  },
  write(kept: Kept) {
    // Where there is no room for both, the text goes before the one that it was made from.
    return put(kept) || put({ ...kept, base: withoutText(kept.base) })
  },
  all(): Kept[] {
    return keys().flatMap((key) => read(key))
  },
  /** Those of a moment, when it is given, and from before; what came later stays. */
  forget(key: string, upTo = Infinity) {
    try {
      if (read(PREFIX + key).every(({ at }) => at <= upTo)) localStorage.removeItem(PREFIX + key)
    } catch {
      // What cannot be written cannot be there.
      return
    }
  },
}

function withoutText(fields: Kept['base']) {
  return pick(
    fields,
    fieldNames.filter((name) => name !== 'body'),
  )
}

function put(kept: Kept) {
  try {
    localStorage.setItem(PREFIX + kept.key, JSON.stringify(kept))
    return true
  } catch {
    // There is no room, or the browser refuses; the caller then warns.
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

function read(key: string): Kept[] {
  try {
    const record: Kept = JSON.parse(localStorage.getItem(key) ?? '')
    return [record]
  } catch {
    // Half a record is none.
    return []
  }
}
