import { SECOND_MS, STORAGE_BACKOFF_FIRST_MS, STORAGE_BACKOFF_MOST_MS } from '#contract/constants.ts'
import { StorageError } from '#site/errors/storage-error.ts'

/** Transient statuses. */
export function isTransient(status: number) {
  return status >= 500 || status === 408 || status === 429
}

/** Exponential backoff with jitter. */
export function createBackoff(limitMs: number, random = Math.random) {
  let pause = STORAGE_BACKOFF_FIRST_MS
  let end = Date.now() + limitMs
  return {
    /** Resets the time limit after a success. */
    renew() {
      pause = STORAGE_BACKOFF_FIRST_MS
      end = Date.now() + limitMs
    },
    /** Throws when the time limit is over; the last attempt is made at its end. */
    async wait(signal: AbortSignal) {
      const left = end - Date.now()
      if (left <= 0) throw new StorageError('retry-limit-exceeded')
      await sleep(Math.min(pause + random() * SECOND_MS, left), signal)
      pause = Math.min(pause * 2, STORAGE_BACKOFF_MOST_MS)
    },
  }
}

export type Backoff = ReturnType<typeof createBackoff>

export function sleep(ms: number, signal: AbortSignal) {
  return new Promise<void>((done, fail) => {
    signal.throwIfAborted()
    const stopped = () => {
      clearTimeout(timer)
      fail(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stopped)
      done()
    }, ms)
    signal.addEventListener('abort', stopped, { once: true })
  })
}
