import { Refusal } from '#contract/errors.ts'

const RETRY_SECONDS = 10

/** Runs at most `concurrency` tasks at once, queues up to `maxQueued` more, and refuses the rest. */
export function createConcurrencyLimit({ concurrency, maxQueued }: { concurrency: number; maxQueued: number }) {
  const queue: (() => void)[] = []
  let running = 0

  return async function limit<Result>(task: () => Promise<Result>): Promise<Result> {
    if (queue.length >= maxQueued) throw new Refusal('too-many-requests', { retryAfter: RETRY_SECONDS })
    if (running >= concurrency) await new Promise<void>((start) => queue.push(start))
    else running += 1
    try {
      return await task()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
