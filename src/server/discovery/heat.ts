import { HOUR_MS } from '#contract/constants.ts'
import type { Engagement } from '#contract/discovery.ts'

/** After this long something that happened counts half. */
export const HALF_LIFE_MS = 48 * HOUR_MS
const BEGINNING = Date.UTC(2020, 0, 1)

/** What each sign of interest is worth beside a story read to its end. */
export const weights: Record<Engagement, number> = { read: 1, like: 2, bookmark: 3, response: 4 }

/**
 * The base-2 logarithm of engagement that halves with every half-life. Counting from one beginning instead of from now,
 * what happened keeps its number for ever, and the later of two equal things simply has the larger one.
 */
export function heatOf(weight: number, at: Date) {
  return Math.log2(weight) + (at.getTime() - BEGINNING) / HALF_LIFE_MS
}

/** The heat of two things together, without ever leaving the logarithm: the numbers behind it would overflow. */
export function together(one: number | null, other: number) {
  if (one === null) return other
  const [more, less] = one > other ? [one, other] : [other, one]
  return more + Math.log2(1 + 2 ** (less - more))
}
