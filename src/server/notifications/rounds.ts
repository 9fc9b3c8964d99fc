import { SECOND_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { runEach, createWorker } from '#server/platform/jobs/worker.ts'
import { DELIVERIES } from './deliveries.ts'
import { type Reach, nextDue, tellPiece } from './fan-out.ts'
import { mailDue } from './mail-due.ts'
import { pushDue } from './push-due.ts'
import { HAPPENINGS } from './tell.ts'

/** Tells people what happened. */
export function createTelling(ctx: Ctx) {
  return createWorker(ctx, {
    everyMs: 10 * SECOND_MS,
    failure: 'a round of telling failed',
    wakeOn: HAPPENINGS,
    async run(closed) {
      const left: string[] = []
      // All that concerns one person comes before each piece of what concerns many.
      while (!closed() && ((await tellOne(ctx, 'one', left)) || (await tellOne(ctx, 'followers', left))));
    },
  })
}

/** True while there may be more. What fails does not hold up the others; it is tried again in the next round. */
async function tellOne(ctx: Ctx, reach: Reach, left: string[]) {
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

const delivery = { everyMs: 5 * SECOND_MS, wakeOn: DELIVERIES } as const

/** Mails and pushes what is due, each in its own time: a slow push service holds up no mail. */
export function createMailing(ctx: Ctx) {
  return createWorker(ctx, { ...delivery, failure: 'mails could not be written', run: runEach(ctx, mailDue) })
}

export function createPushing(ctx: Ctx) {
  return createWorker(ctx, { ...delivery, failure: 'pushing failed', run: runEach(ctx, pushDue) })
}
