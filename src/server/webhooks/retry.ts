import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/constants.ts'

/** The waits between attempts that the Standard Webhooks specification suggests: ten attempts in about three days. */
export const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]
/** Retries spread over this part of the wait, so that they do not arrive together when a receiver is back. */
const JITTER = 0.2
const MAX_RETRY_AFTER_MS = DAY_MS

/** The wait after a failed attempt, the first being 1. Null after the last. The receiver can ask for a longer one. */
export function retryDelay(attempt: number, retryAfter: string | null, now: Date, random = Math.random()) {
  const wait = RETRY_DELAYS_MS[attempt - 1]
  if (wait === undefined) return null
  return Math.round(Math.max(wait * (1 + JITTER * random), parseRetryAfter(retryAfter, now)))
}

/** Seconds or an HTTP date. */
function parseRetryAfter(text: string | null, now: Date) {
  if (text === null) return 0
  const wait = /^\d+$/.test(text.trim()) ? Number(text) * SECOND_MS : Date.parse(text) - now.getTime()
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), MAX_RETRY_AFTER_MS) : 0
}

const FAILURES_BEFORE_REST = 20
const MAX_REST_MS = 30 * MINUTE_MS
const MAX_DOUBLINGS = 10

/** How long an endpoint that fails every attempt is left alone. A long queue would otherwise wait for one timeout after another. */
export function restAfter(failures: number) {
  if (failures < FAILURES_BEFORE_REST) return null
  const doublings = Math.min(failures - FAILURES_BEFORE_REST, MAX_DOUBLINGS)
  return Math.min(30 * SECOND_MS * 2 ** doublings, MAX_REST_MS)
}

/** Every attempt of one delivery failed, and nothing else succeeded meanwhile. */
const FAILED_DELIVERY_MS = 3 * DAY_MS
/** With a long queue, no single delivery may use up its attempts. */
const FAILED_ENDPOINT_MS = 5 * DAY_MS

type Failing = { since: Date; failures: number; lastAttempt: boolean; now: Date }

export function shouldDisable({ since, failures, lastAttempt, now }: Failing) {
  const failing = now.getTime() - since.getTime()
  return (
    (lastAttempt && failing >= FAILED_DELIVERY_MS) ||
    (failures >= FAILURES_BEFORE_REST && failing >= FAILED_ENDPOINT_MS)
  )
}
