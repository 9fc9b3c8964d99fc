import type { Kept, LocalStore } from './kept.ts'
import { createTimer } from './timer.ts'

/** From a change until it is in the browser's database; the promise is a quarter of a second. */
export const KEEP_MS = 200

/** Whether what the server lacks is in the browser: it is, it will be in a moment, or it cannot be. */
export type Keeping = 'yes' | 'soon' | 'no'

type Port = {
  store: LocalStore
  key: string
  /** What is to be kept now; null when the server has everything. */
  record(): Kept | null
  onChange(keeping: Keeping): void
}

/** Keeps one tab's unsaved text in the browser. */
export function createKeeper({ store, key, record, onChange }: Port) {
  let keeping: Keeping = 'yes'
  let writing: Promise<void> = Promise.resolve()
  const timer = createTimer(() => void now())

  function say(next: Keeping) {
    if (keeping === next) return
    keeping = next
    onChange(next)
  }

  /** One after the other, so that an older state never overwrites a newer one. */
  function now(): Promise<void> {
    timer.stop()
    writing = writing.then(async () => {
      const kept = record()
      try {
        if (kept) await store.keep(kept)
        else await store.forget(key)
        if (!timer.running()) say(store.lasting || !kept ? 'yes' : 'no')
      } catch {
        // The browser would not write: the page says so, and asks before it is closed.
        say('no')
      }
    })
    return writing
  }

  return {
    now,
    keeping: () => keeping,
    soon() {
      if (keeping === 'yes') say('soon')
      timer.atMost(KEEP_MS)
    },
    /** For a page that may be going. True when nothing can be lost. */
    atOnce() {
      const kept = record()
      if (!kept) return true
      const safe = keeping === 'yes' || store.keepAtOnce(kept)
      void now()
      return safe
    },
  }
}
