import type { AnalyticsEvent } from '#contract/analytics/events.ts'
import { MAX_BATCH } from '#contract/analytics/limits.ts'
import { ANALYTICS_SCOPE } from '#contract/constants.ts'
import type { WorkerRequest } from './worker-messages.ts'

const WORKER_FILE = 'sw-analytics.js'
const BATCH_MS = 3000

/** Hands events to the worker. Without it, sends them when a few seconds have passed and when the page is hidden. */
export function createSender(base: string) {
  let waiting: AnalyticsEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let registration: ServiceWorkerRegistration | null | undefined

  // Only the built site has the worker's file.
  if (!import.meta.env.DEV)
    navigator.serviceWorker?.register(base + WORKER_FILE, { scope: base + ANALYTICS_SCOPE }).then(
      (registered) => (registration = registered),
      () => {},
    )

  function flush(send?: WorkerRequest['send']) {
    clearTimeout(timer)
    timer = undefined
    // A worker that was kept from before may have been replaced.
    const worker = registration?.active
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to choose
    if (worker) worker.postMessage({ events: waiting, send } satisfies WorkerRequest)
    else if (waiting.length > 0) sendDirectly(base + ANALYTICS_SCOPE, waiting.slice(0, MAX_BATCH))
    waiting = []
  }

  function add(event: AnalyticsEvent) {
    waiting.push(event)
    if (registration?.active) flush()
    else timer ??= setTimeout(flush, BATCH_MS)
  }

  return { add, flush }
}

function sendDirectly(url: string, events: AnalyticsEvent[]) {
  const body = new Blob([JSON.stringify({ sentAt: Date.now(), events })], { type: 'application/json' })
  navigator.sendBeacon(url, body)
}
