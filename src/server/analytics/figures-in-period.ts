import { type RawBuilder, sql } from 'kysely'
import { addDays } from '#server/platform/days.ts'
import type { Db } from '#server/platform/db.ts'
import { monthAfter } from '#server/platform/months.ts'

/** The first and the last day. */
export type Days = { from: string; to: string }

type Sql = RawBuilder<unknown>
type Source = { ofDays: Sql; ofMonths: Sql; columns: Sql; where: Sql }

/** The figures that `where` selects. Each row is one of a day or of a month: long periods are read by the month. */
export function figuresIn(db: Db, days: Days, where: Sql) {
  const columns = sql`value, views, reads, visitors`
  return rowsIn(db, days, { ofDays: sql`analytics_day`, ofMonths: sql`analytics_month`, columns, where })
}

/** Samples of web vitals, in rows of days and of months. */
export function vitalsIn(db: Db, days: Days) {
  const tables = { ofDays: sql`analytics_vital`, ofMonths: sql`analytics_vital_month` }
  return rowsIn(db, days, { ...tables, columns: sql`page, name, bucket, samples`, where: sql`true` })
}

async function rowsIn(db: Db, days: Days, { ofDays, ofMonths, columns, where }: Source) {
  const { months, around } = splitPeriod(days, await lastClosedMonth(db))
  const parts = around.map(
    ({ from, to }) => sql`select ${columns} from ${ofDays} where ${where} and day between ${from} and ${to}`,
  )
  if (months) {
    const { from, to } = months
    parts.push(sql`select ${columns} from ${ofMonths} where ${where} and month between ${from} and ${to}`)
  }
  return sql`(${sql.join(parts, sql` union all `)}) as figure`
}

/** The closed months of a period, by their first and last day, and its days around them. */
export function splitPeriod({ from, to }: Days, lastClosed: string | null): { months: Days | null; around: Days[] } {
  const firstWhole = from.slice(8) === '01' ? from.slice(0, 7) : monthAfter(from.slice(0, 7))
  const open = addDays(to, 1).slice(0, 7)
  const afterClosed = lastClosed === null ? firstWhole : monthAfter(lastClosed)
  const after = afterClosed < open ? afterClosed : open
  if (after <= firstWhole) return { months: null, around: [{ from, to }] }
  const months = { from: firstDayOf(firstWhole), to: addDays(firstDayOf(after), -1) }
  const around = [
    { from, to: addDays(months.from, -1) },
    { from: addDays(months.to, 1), to },
  ]
  return { months, around: around.filter((days) => days.from <= days.to) }
}

export const firstDayOf = (month: string) => `${month}-01`
export const lastDayOf = (month: string) => addDays(firstDayOf(monthAfter(month)), -1)

/** The month and all before it can no longer change. */
export async function lastClosedMonth(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('analyticsMonth')
    .select('month')
    .where('articleId', '=', '')
    .where('dimension', '=', 'total')
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.month.slice(0, 7) ?? null
}
