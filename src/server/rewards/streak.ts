import { DAY_MS } from '#contract/constants.ts'
import type { Basket } from '#contract/rewards/rewards.ts'
import type { Db } from '#server/platform/db.ts'
import { dayOf } from '#server/platform/days.ts'

const CALENDAR_DAYS = 70

export async function getStreak(db: Db, personId: string, now: Date): Promise<Basket['streak']> {
  const rows = await db
    .selectFrom('readingDay')
    .select(['day', 'reads'])
    .where('personId', '=', personId)
    .orderBy('day')
    .execute()
  const today = dayOf(now)
  const first = dayOf(new Date(now.getTime() - (CALENDAR_DAYS - 1) * DAY_MS))
  const calendar = rows.filter(({ day }) => day >= first && day <= today)
  return {
    ...countStreaks(
      rows.map(({ day }) => day),
      now,
    ),
    calendar,
    today,
  }
}

/** Days in ascending order. A streak is not lost before its next day has ended. */
export function countStreaks(days: readonly string[], now: Date) {
  let [current, longest, last] = [0, 0, Number.NEGATIVE_INFINITY]
  for (const day of days) {
    const number = Date.parse(day) / DAY_MS
    current = number === last + 1 ? current + 1 : 1
    longest = Math.max(longest, current)
    last = number
  }
  const today = Math.floor(now.getTime() / DAY_MS)
  return { days: last >= today - 1 ? current : 0, longest }
}
