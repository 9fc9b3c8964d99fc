import { DAY_MS, HOUR_MS, SECOND_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { dayOf } from '#server/platform/days.ts'
import { createWorker, runEach } from '#server/platform/jobs/worker.ts'
import type { EventStore } from './event-store.ts'
import { EVENT_DAYS } from './partitions.ts'
import { LIVE_MS } from './process-batches.ts'

/** Figures are at most a minute behind. */
const EVERY_MS = 10 * SECOND_MS
const SALT_MS = 48 * HOUR_MS

export function createAnalyticsWorker(ctx: Ctx, events: EventStore) {
  return createWorker(ctx, {
    name: 'analytics',
    everyMs: EVERY_MS,
    failure: 'events not counted',
    run: runEach(ctx, events.countNext),
  })
}

/** Deletes the salts of days whose hashes nobody needs to compare any more, and visitors who have left. */
export async function sweepAnalytics({ db, now }: Pick<Ctx, 'db' | 'now'>) {
  const time = now().getTime()
  await db
    .deleteFrom('analyticsSalt')
    .where('day', '<=', dayOf(new Date(time - SALT_MS)))
    .execute()
  await db
    .deleteFrom('analyticsLive')
    .where('at', '<', new Date(time - LIVE_MS))
    .execute()
}

/** Deletes events and hourly figures that are no longer kept. Figures by day are kept for good. */
export async function dropOldFigures({ db, now }: Pick<Ctx, 'db' | 'now'>, events: EventStore) {
  const before = new Date(now().getTime() - EVENT_DAYS * DAY_MS)
  await db.deleteFrom('analyticsHour').where('at', '<', before).execute()
  await events.dropOld(db, now())
}
