import { SECOND_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { countEngagement } from './count-engagement.ts'
import { findRelated } from './find-related.ts'
import { makeForYou } from './make-for-you.ts'
import { DISCOVERY } from './notice.ts'

const EVERY_MS = 10 * SECOND_MS

/**
 * Makes the lists that pages read. Every process has its rounds; a piece of work is a row that whoever locks it does, so
 * they share it. A round begins every few seconds, and at once when somebody has asked.
 */
export function createRounds(ctx: Ctx) {
  let closed = false
  let working = Promise.resolve()
  let waiting = false
  const timer = setInterval(() => void wake(), EVERY_MS)
  timer.unref()

  function wake(): Promise<void> {
    if (waiting || closed) return working
    waiting = true
    working = working.then(round).catch((error: unknown) => {
      ctx.log.error({ err: error }, 'a round of discovery failed')
    })
    return working
  }

  async function round() {
    waiting = false
    for (const work of [countEngagement, findRelated, makeForYou]) {
      while (!closed && (await work(ctx)));
    }
  }

  return {
    wake,
    /** Told what was changed, here or in another process. */
    heard(names: readonly string[]) {
      if (names.includes(DISCOVERY)) void wake()
    },
    async close() {
      closed = true
      clearInterval(timer)
      await working
    },
  }
}
