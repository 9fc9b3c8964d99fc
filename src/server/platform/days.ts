import { DAY_MS } from '#contract/constants.ts'

/** The date in UTC. */
export function dayOf(at: Date) {
  return at.toISOString().slice(0, 10)
}

export function addDays(day: string, count: number) {
  return dayOf(new Date(Date.parse(day) + count * DAY_MS))
}
