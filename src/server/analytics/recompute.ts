import { sql } from 'kysely'
import { DAY_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { dayOf } from '#server/platform/days.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { countEvents } from './count-events.ts'
import { createPartitions, dropOldPartitions, listEventDays } from './partitions.ts'
import { COUNTING_LOCK } from './process-batches.ts'

/** Computes the figures of a day again from its events. The result is the same, unless the rules have changed. */
export async function recomputeDay(ctx: Ctx, day: string) {
  const { db, now } = ctx
  if (!(await listEventDays(db)).includes(day))
    throw new Refusal('not-found', { message: `There are no stored events of ${day}.` })
  await createPartitions(db, [day])
  const next = dayOf(new Date(Date.parse(day) + DAY_MS))
  await inTransaction(ctx, async ({ db: tx, invalidate }) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(${COUNTING_LOCK})`.execute(tx)
    await sql`delete from analytics_seen where day = ${day}`.execute(tx)
    await sql`delete from analytics_hour where at >= ${`${day}T00:00:00Z`} and at < ${`${next}T00:00:00Z`}`.execute(tx)
    for (const table of ['analytics_day', 'analytics_depth', 'analytics_vital'])
      await sql`delete from ${sql.table(table)} where day = ${day}`.execute(tx)
    await countEvents(tx, sql`fresh as materialized (select * from analytics_event where day = ${day})`)
    invalidate('soon:page-views')
  })
  await dropOldPartitions(db, now())
}
