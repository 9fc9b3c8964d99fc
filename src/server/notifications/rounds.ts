import { SECOND_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type Reach, nextDue, tellPiece } from './fan-out.ts'
import { HAPPENINGS } from './tell.ts'

const EVERY_MS = 10 * SECOND_MS

/** Tells people what happened: at once when something has, and every few seconds what was left. Processes share the work. */
export function createTelling(ctx: Ctx) {
  let closed = false
  let working = Promise.resolve()
  let waiting = false
  const timer = setInterval(() => void wake(), EVERY_MS)
  timer.unref()

  function wake(): Promise<void> {
    if (waiting || closed) return working
    waiting = true
    working = working.then(round).catch((error: unknown) => {
      ctx.log.error({ err: error }, 'a round of telling failed')
    })
    return working
  }

  async function round() {
    waiting = false
    const left: string[] = []
    // All that concerns one person comes before each piece of what concerns many.
    while (!closed && ((await tellOne('one', left)) || (await tellOne('followers', left))));
  }

  /** True while there may be more. What fails does not hold up the others; it is tried again in the next round. */
  async function tellOne(reach: Reach, left: string[]) {
    const id = await nextDue(ctx, reach, left)
    if (id === null) return false
    try {
      if (!(await tellPiece(ctx, id))) left.push(id)
    } catch (error) {
      left.push(id)
      ctx.log.error({ err: error, happening: id }, 'what happened could not be told')
    }
    return true
  }

  return {
    wake,
    /** Told what was changed, here or in another process. */
    heard(names: readonly string[]) {
      if (names.includes(HAPPENINGS)) void wake()
    },
    async close() {
      closed = true
      clearInterval(timer)
      await working
    },
  }
}
