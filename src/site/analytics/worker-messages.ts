import type { AnalyticsEvent } from '#contract/analytics/events.ts'

/**
 * A message of a page. `now` sends without waiting for a batch, `retry` also without waiting after a failure. A worker of
 * an earlier build may receive it.
 */
export type WorkerRequest = { events: AnalyticsEvent[]; send?: 'now' | 'retry' | undefined }

/** A request to the server. The status is 0 when there was no answer. */
export type SentBatch = { at: number; status: number; accepted?: number | undefined; events: AnalyticsEvent[] }

/** What the worker stores. It answers a message that brings a port with it. */
export type QueueState = {
  events: AnalyticsEvent[]
  /** Since the last success. */
  failures: number
  retryAt: number
  /** The latest ones, newest first. */
  sent: SentBatch[]
  /** When the worker last looked for a newer version of itself. */
  updatedAt: number
}
