import { sql } from 'kysely'
import { DAY_MS } from '#contract/constants.ts'
import { MAX_EVENT_AGE_DAYS } from '#contract/analytics/events.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { monthAfter, monthOf } from '#server/platform/months.ts'
import { waitForCounting } from './counting-lock.ts'
import { firstDayOf, lastClosedMonth, lastDayOf } from './figures-in-period.ts'
import { countedUntil } from './queries.ts'

/** Late events still come in for so long. */
const OPEN_MS = (MAX_EVENT_AGE_DAYS + 1) * DAY_MS

/** Adds up the figures of months that can no longer change. */
export async function closeMonths({ db, now }: Pick<Ctx, 'db' | 'now'>, signal?: AbortSignal) {
  const open = monthOf(new Date((await countedUntil(db, now())).getTime() - OPEN_MS))
  for (let month = await nextMonth(db); month !== null && month < open; month = monthAfter(month)) {
    if (signal?.aborted) return
    const closing = month
    await db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      await waitForCounting(tx)
      await addUpMonth(tx, closing)
    })
  }
}

/** The month to close first. */
async function nextMonth(db: Db): Promise<string | null> {
  const closed = await lastClosedMonth(db)
  if (closed !== null) return monthAfter(closed)
  const { rows } = await sql<{ day: string | null }>`
    select min(day) as day from analytics_day where article_id = ''`.execute(db)
  return rows[0]?.day?.slice(0, 7) ?? null
}

/** Adds up the month of a day again, if it is closed, because the figures of the day were replaced. */
export async function addUpMonthOf(tx: Db, day: string) {
  const month = day.slice(0, 7)
  if (month <= ((await lastClosedMonth(tx)) ?? '')) await addUpMonth(tx, month)
}

async function addUpMonth(tx: Db, month: string) {
  const first = firstDayOf(month)
  const inMonth = sql`day between ${first} and ${lastDayOf(month)}`
  for (const table of ['analytics_month', 'analytics_vital_month'])
    await sql`delete from ${sql.table(table)} where month = ${first}`.execute(tx)
  await sql`
    insert into analytics_month (article_id, dimension, month, value, views, reads, visitors)
    select article_id, dimension, ${first}, value, sum(views), sum(reads), sum(visitors) from analytics_day
    where ${inMonth} group by article_id, dimension, value`.execute(tx)
  await sql`
    insert into analytics_vital_month (month, page, name, bucket, samples)
    select ${first}, page, name, bucket, sum(samples) from analytics_vital
    where ${inMonth} group by page, name, bucket`.execute(tx)
}
