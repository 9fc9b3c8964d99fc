import { Refusal } from '#contract/errors.ts'

const RETRY_SECONDS = 10

/** Does a few things at a time, however many come; the others wait, and those that would wait too long are turned away. */
export function createConcurrencyLimit({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
  const waiting: (() => void)[] = []
  let busy = 0

  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (waiting.length >= mostWaiting) throw new Refusal('too-many-requests', { retryAfter: RETRY_SECONDS })
    if (busy >= atOnce) await new Promise<void>((go) => waiting.push(go))
    else busy += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else busy -= 1
    }
  }
}
