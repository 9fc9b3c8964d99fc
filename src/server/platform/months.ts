import { DAY_MS } from '#contract/constants.ts'

/** The calendar month in UTC, as `2026-11`. */
export function monthOf(at: Date) {
  return at.toISOString().slice(0, 7)
}

export function startOfMonth(month: string) {
  return new Date(`${month}-01T00:00:00.000Z`)
}

export function monthAfter(month: string) {
  return monthOf(new Date(startOfMonth(month).getTime() + 31 * DAY_MS))
}

export function monthBefore(month: string) {
  return monthOf(new Date(startOfMonth(month).getTime() - DAY_MS))
}
