import { sql } from 'kysely'
import { MINUTE_MS } from '#contract/constants.ts'
import type { Db } from '#server/platform/db.ts'

const FRESH_MS = 5 * MINUTE_MS
/** A window of more months would take longer to look through than it saves. */
const MOST_MONTHS = 36
/** Words come unevenly: a window is made this much larger than it would have to be. */
const SLACK = 1.6

/** The months in which stories were published, the newest first. */
export type Months = { month: string; stories: number }[]

const kept = new WeakMap<Db, { at: number; months: Promise<Months> }>()

/** They only decide where to look first, so they may be a little old. */
export function monthsOf(db: Db, now: Date): Promise<Months> {
  const known = kept.get(db)
  if (known && now.getTime() - known.at < FRESH_MS) return known.months
  const months = findMonths(db)
  kept.set(db, { at: now.getTime(), months })
  months.catch(() => kept.delete(db))
  return months
}

async function findMonths(db: Db): Promise<Months> {
  const { rows } = await sql<
    Months[number]
  >`select to_char(published_at at time zone 'UTC', 'YYYYMM') as month, count(*)::int as stories
    from story_search group by 1 order by 1 desc`.execute(db)
  return rows
}

type Wanted = { months: Months; year: number | null; uses: number[]; share: number; most: number }

/** The newest months that should hold as many matches as are wanted; null where looking at everything is as well. */
export function windowFor({ months, year, uses, share, most }: Wanted): string | null {
  const all = months.reduce((sum, { stories }) => sum + stories, 0)
  const likely = uses.reduce((chance, count) => chance * Math.min(1, count / all), share)
  const looked = year === null ? months : months.filter(({ month }) => month.startsWith(String(year)))
  const matches = likely * looked.reduce((sum, { stories }) => sum + stories, 0)
  if (all === 0 || uses.length === 0) return null
  const chosen: string[] = []
  let held = 0
  for (const { month, stories } of looked) {
    if (held * likely >= most * SLACK) return anyMonth(chosen)
    // To look whether the stories of these months match takes as long by now as to look at all that match.
    if (held >= matches || chosen.length >= MOST_MONTHS) return null
    chosen.push(month)
    held += stories
  }
  return null
}

/** The marks of a year. */
export function monthsIn(year: number) {
  return anyMonth(Array.from({ length: 12 }, (_, month) => `${year}${String(month + 1).padStart(2, '0')}`))
}

function anyMonth(months: string[]) {
  return `(${months.map((month) => `'@${month}'`).join(' | ')})`
}
