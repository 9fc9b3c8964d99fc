import { DAY_MS } from '#contract/constants.ts'
import type { Period, RangeName, RangeQuery } from '#contract/analytics/analytics.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { addDays, dayOf } from '#server/platform/days.ts'
import { countedUntil, firstDay } from './queries.ts'

const days: Partial<Record<RangeName, number>> = {
  'today': 1,
  'yesterday': 1,
  '7d': 7,
  '30d': 30,
  '90d': 90,
  '12m': 365,
}
/** The longest ranges that are shown by day and by week. */
const MAX_DAYS = 92
const MAX_WEEKS = 2 * 366
const MAX_RANGE_DAYS = 20 * 366

/** The days that a query asks for, in UTC. The period before it has the same length. */
export async function getPeriod({ db, now }: Pick<Ctx, 'db' | 'now'>, query: RangeQuery): Promise<Period> {
  const [until, first] = await Promise.all([countedUntil(db, now()), firstDay(db)])
  const { from, to } = daysOf(query, dayOf(now()), first)
  const length = daysBetween(from, to)
  return {
    range: query.range,
    from,
    to,
    step: stepOf(length),
    before: query.range === 'all' ? null : { from: addDays(from, -length), to: addDays(from, -1) },
    countedUntil: until.toISOString(),
  }
}

function daysOf({ range, from, to }: RangeQuery, today: string, first: string | null) {
  if (range === 'custom') return customDays(from, to)
  if (range === 'all') return { from: first ?? today, to: today }
  const last = range === 'yesterday' ? addDays(today, -1) : today
  return { from: addDays(last, 1 - (days[range] ?? 1)), to: last }
}

function customDays(from: string | undefined, to: string | undefined) {
  if (from === undefined || to === undefined) throw refused('from', 'Choose the first and the last day.')
  if (from > to) throw refused('to', 'The last day is before the first.')
  if (daysBetween(from, to) > MAX_RANGE_DAYS) throw refused('from', 'Choose at most 20 years.')
  return { from, to }
}

function refused(field: string, message: string) {
  return new Refusal('invalid', { issues: [{ path: ['query', field], message }] })
}

function stepOf(length: number): Period['step'] {
  if (length === 1) return 'hour'
  if (length <= MAX_DAYS) return 'day'
  return length <= MAX_WEEKS ? 'week' : 'month'
}

/** Both days count. */
function daysBetween(from: string, to: string) {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
}

/** The start of every step of a period, as series name them. */
export function stepsOf({ from, to, step }: Pick<Period, 'from' | 'to' | 'step'>): string[] {
  if (step === 'hour')
    return Array.from({ length: 24 }, (_, hour) => `${from}T${String(hour).padStart(2, '0')}:00:00.000Z`)
  const steps: string[] = []
  for (let at = startOfStep(from, step); at <= to; at = nextStep(at, step)) steps.push(at)
  return steps
}

function startOfStep(day: string, step: Period['step']) {
  if (step === 'month') return `${day.slice(0, 7)}-01`
  if (step === 'day') return day
  const weekday = (new Date(day).getUTCDay() + 6) % 7
  return addDays(day, -weekday)
}

function nextStep(day: string, step: Period['step']) {
  if (step === 'month') return startOfStep(addDays(day, 31), step)
  return addDays(day, step === 'week' ? 7 : 1)
}
