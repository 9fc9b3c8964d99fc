import { sql } from 'kysely'
import { MINUTE_MS } from '#contract/constants.ts'
import type { Db } from '#server/platform/db.ts'

const CACHE_MS = 5 * MINUTE_MS
/** Longer windows cost more than they save. */
const MAX_MONTHS = 36
/** Words are not spread evenly, so the window is larger than the estimate. */
const SLACK = 1.6

/** Number of stories published in each month, newest first. */
export type Months = { month: string; stories: number }[]

const cache = new WeakMap<Db, { at: number; months: Promise<Months> }>()

/** Cached: slightly stale counts only affect where the search looks first. */
export function getMonths(db: Db, now: Date): Promise<Months> {
  const cached = cache.get(db)
  if (cached && now.getTime() - cached.at < CACHE_MS) return cached.months
  const months = findMonths(db)
  cache.set(db, { at: now.getTime(), months })
  months.catch(() => cache.delete(db))
  return months
}

async function findMonths(db: Db): Promise<Months> {
  const { rows } = await sql<
    Months[number]
  >`select to_char(published_at at time zone 'UTC', 'YYYYMM') as month, count(*)::int as stories
    from story_search group by 1 order by 1 desc`.execute(db)
  return rows
}

type WindowRequest = { months: Months; year: number | null; frequencies: number[]; share: number; most: number }

/** The newest months expected to contain enough matches. Null if searching everything is as fast. */
export function findMonthWindow({ months, year, frequencies, share, most }: WindowRequest): string | null {
  const all = months.reduce((sum, { stories }) => sum + stories, 0)
  const likely = frequencies.reduce((chance, count) => chance * Math.min(1, count / all), share)
  const looked = year === null ? months : months.filter(({ month }) => month.startsWith(String(year)))
  const matches = likely * looked.reduce((sum, { stories }) => sum + stories, 0)
  if (all === 0 || frequencies.length === 0) return null
  const chosen: string[] = []
  let held = 0
  for (const { month, stories } of looked) {
    if (held * likely >= most * SLACK) return monthQuery(chosen)
    // Checking the stories of these months now costs as much as reading all matches.
    if (held >= matches || chosen.length >= MAX_MONTHS) return null
    chosen.push(month)
    held += stories
  }
  return null
}

/** The month marks of a year. */
export function monthMarksOf(year: number) {
  return monthQuery(Array.from({ length: 12 }, (_, month) => `${year}${String(month + 1).padStart(2, '0')}`))
}

function monthQuery(months: string[]) {
  return `(${months.map((month) => `'@${month}'`).join(' | ')})`
}
