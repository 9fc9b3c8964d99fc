import { SECOND_MS, STORAGE_BACKOFF_FIRST_MS, STORAGE_BACKOFF_MOST_MS } from '#contract/constants.ts'
import { StorageError } from './storage-error.ts'

/** Answers that may be others in a moment. */
export function mayPass(status: number) {
  return status >= 500 || status === 408 || status === 429
}

/** Waits between attempts: twice as long each time, and a little more by chance so that not everybody comes back at once. */
export function createPatience(limitMs: number, random = Math.random) {
  let pause = STORAGE_BACKOFF_FIRST_MS
  let end = Date.now() + limitMs
  return {
    /** Something went well: the time starts anew. */
    renew() {
      pause = STORAGE_BACKOFF_FIRST_MS
      end = Date.now() + limitMs
    },
    /** Gives up when the time is over; the last attempt is made at its very end. */
    async wait(signal: AbortSignal) {
      const left = end - Date.now()
      if (left <= 0) throw new StorageError('retry-limit-exceeded')
      await sleep(Math.min(pause + random() * SECOND_MS, left), signal)
      pause = Math.min(pause * 2, STORAGE_BACKOFF_MOST_MS)
    },
  }
}

export type Patience = ReturnType<typeof createPatience>

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
