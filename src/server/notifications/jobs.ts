import { SECOND_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { runEach, createWorker } from '#server/platform/jobs/worker.ts'
import { DELIVERIES } from './deliveries.ts'
import { type Reach, fanOutBatch, fanOutSingles, nextDueEvent } from './fan-out.ts'
import { deliverDueMail } from './mail-delivery.ts'
import { deliverDuePushes } from './push-delivery.ts'
import { NOTIFICATION_EVENTS } from './notify.ts'

/** Short, because people wait for notifications. */
const REST_MS = 250

/** Creates notifications from events. */
export function createFanOutWorker(ctx: Ctx) {
  return createWorker(ctx, {
    everyMs: 10 * SECOND_MS,
    restMs: REST_MS,
    failure: 'notification fan-out failed',
    wakeOn: NOTIFICATION_EVENTS,
    async run(closed) {
      const skipped: string[] = []
      // Events with one recipient go before each batch of a large fan-out.
      while (!closed() && ((await fanOutDueSingles(ctx, skipped)) || (await fanOutNext(ctx, 'many', skipped))));
    },
  })
}

/** If one of the events fails, the next is processed alone. */
async function fanOutDueSingles(ctx: Ctx, skipped: string[]) {
  try {
    return await fanOutSingles(ctx, skipped)
  } catch (error) {
    ctx.log.warn({ err: error }, 'notification events failed together')
    return fanOutNext(ctx, 'one', skipped)
  }
}

/** True while there may be more. A failed event is skipped and retried in the next run. */
async function fanOutNext(ctx: Ctx, reach: Reach, skipped: string[]) {
  const id = await nextDueEvent(ctx, reach, skipped)
  if (id === null) return false
  try {
    if (!(await fanOutBatch(ctx, id))) skipped.push(id)
  } catch (error) {
    skipped.push(id)
    ctx.log.error({ err: error, event: id }, 'notification event failed')
  }
  return true
}

const delivery = { everyMs: 5 * SECOND_MS, restMs: REST_MS, wakeOn: DELIVERIES } as const

/** Mail and push have separate workers, so a slow push service does not delay mail. */
export function createNotificationMailWorker(ctx: Ctx) {
  return createWorker(ctx, { ...delivery, failure: 'notification mail failed', run: runEach(ctx, deliverDueMail) })
}

export function createPushWorker(ctx: Ctx) {
  return createWorker(ctx, { ...delivery, failure: 'push delivery failed', run: runEach(ctx, deliverDuePushes) })
}
