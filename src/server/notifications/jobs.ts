import { SECOND_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type FailItem, createWorker, runEach } from '#server/platform/jobs/worker.ts'
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
    name: 'notifications',
    everyMs: 10 * SECOND_MS,
    restMs: REST_MS,
    failure: 'notification fan-out failed',
    wakeOn: NOTIFICATION_EVENTS,
    async run(closed, failItem) {
      const skipped: string[] = []
      const fan = { ctx, skipped, failItem }
      // Events with one recipient go before each batch of a large fan-out.
      while (!closed() && ((await fanOutDueSingles(fan)) || (await fanOutNext(fan, 'many'))));
    },
  })
}

type FanOut = { ctx: Ctx; skipped: string[]; failItem: FailItem }

/** If one of the events fails, the next is processed alone. */
async function fanOutDueSingles(fan: FanOut) {
  const { ctx, skipped } = fan
  try {
    return await fanOutSingles(ctx, skipped)
  } catch (error) {
    ctx.log.warn({ err: error }, 'notification events failed together')
    return fanOutNext(fan, 'one')
  }
}

/** True while there may be more. A failed event is skipped and retried in the next run. */
async function fanOutNext({ ctx, skipped, failItem }: FanOut, reach: Reach) {
  const id = await nextDueEvent(ctx, reach, skipped)
  if (id === null) return false
  try {
    if (!(await fanOutBatch(ctx, id))) skipped.push(id)
  } catch (error) {
    skipped.push(id)
    failItem(error, `notification-event:${id}`)
    ctx.log.error({ err: error, event: id }, 'notification event failed')
  }
  return true
}

const delivery = { everyMs: 5 * SECOND_MS, restMs: REST_MS, wakeOn: DELIVERIES } as const

/** Mail and push have separate workers, so a slow push service does not delay mail. */
export function createNotificationMailWorker(ctx: Ctx) {
  const run = runEach(ctx, deliverDueMail)
  return createWorker(ctx, { ...delivery, name: 'notification-mail', failure: 'notification mail failed', run })
}

export function createPushWorker(ctx: Ctx) {
  const run = runEach(ctx, deliverDuePushes)
  return createWorker(ctx, { ...delivery, name: 'push', failure: 'push delivery failed', run })
}
