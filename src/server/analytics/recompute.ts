import { sql } from 'kysely'
import { DAY_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { dayOf } from '#server/platform/days.ts'
import type { Db } from '#server/platform/db.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { addUpMonthOf } from './close-months.ts'
import { countEvents } from './count-events.ts'
import { waitForCounting } from './counting-lock.ts'
import { createPartitions, dropOldPartitions, listEventDays } from './partitions.ts'

/** Computes the figures of a day again from its events. The result is the same, unless the rules have changed. */
export async function recomputeDay(ctx: Ctx, day: string) {
  const { db, now } = ctx
  if (!(await listEventDays(db)).includes(day)) throw noEvents(day)
  await createPartitions(db, [day])
  await replaceFigures(ctx, day, async (tx) => {
    await sql`delete from analytics_seen where day = ${day}`.execute(tx)
    await countEvents(tx, sql`fresh as materialized (select * from analytics_event where day = ${day})`)
  })
  await dropOldPartitions(db, now())
}

export function noEvents(day: string) {
  return new Refusal('not-found', { message: `There are no stored events of ${day}.` })
}

/** Deletes the figures of a day, and adds what `count` counts instead. */
export async function replaceFigures(ctx: Ctx, day: string, count: (tx: Db) => Promise<void>) {
  const next = dayOf(new Date(Date.parse(day) + DAY_MS))
  await inTransaction(ctx, async ({ db: tx, invalidate }) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await waitForCounting(tx)
    await sql`delete from analytics_hour where at >= ${`${day}T00:00:00Z`} and at < ${`${next}T00:00:00Z`}`.execute(tx)
    for (const table of ['analytics_day', 'analytics_depth', 'analytics_vital'])
      await sql`delete from ${sql.table(table)} where day = ${day}`.execute(tx)
    await count(tx)
    await addUpMonthOf(tx, day)
    invalidate('soon:page-views')
  })
}
