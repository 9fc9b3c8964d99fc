import { HOUR_MS } from '#contract/constants.ts'
import type { Engagement } from '#contract/discovery.ts'

/** Engagement counts half after this time. */
export const HALF_LIFE_MS = 48 * HOUR_MS
const EPOCH = Date.UTC(2020, 0, 1)

/** Relative to one completed read. */
export const engagementWeights: Record<Engagement, number> = { read: 1, like: 2, bookmark: 3, response: 4 }

/**
 * The base-2 logarithm of engagement with exponential decay. Measured from a fixed epoch instead of from now, so a score
 * never changes with time and can be indexed; of two equal engagements the later has the higher score.
 */
export function popularityScore(weight: number, at: Date) {
  return Math.log2(weight) + (at.getTime() - EPOCH) / HALF_LIFE_MS
}

/** Adds two scores without leaving the logarithm, because the values behind them would overflow. */
export function combineScores(one: number | null, other: number) {
  if (one === null) return other
  const [more, less] = one > other ? [one, other] : [other, one]
  return more + Math.log2(1 + 2 ** (less - more))
}
