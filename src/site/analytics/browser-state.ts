import type { AnalyticsEvent } from '#contract/analytics/events.ts'
import { ANALYTICS_SCOPE, SECOND_MS } from '#contract/constants.ts'
import type { Api } from '#site/page.ts'
import { newId } from '#site/browser/new-id.ts'
import type { QueueState, WorkerRequest } from './worker-messages.ts'

/** A worker that the browser has to start first answers later. */
const ANSWER_MS = 5 * SECOND_MS

export type BrowserState = {
  worker: { state: string; scope: string | null; isActive: boolean }
  /** Null without a worker that answers. */
  queue: QueueState | null
}

export async function readBrowserState(base: string): Promise<BrowserState> {
  if (!('serviceWorker' in navigator)) return withoutWorker('not supported by this browser')
  const registration = await findRegistration(base)
  if (!registration) return withoutWorker('not registered')
  const { active, installing, waiting, scope } = registration
  const state = (active ?? waiting ?? installing)?.state ?? 'unknown'
  const queue = active && (await ask(active, { events: [] }))
  return { worker: { state, scope: new URL(scope).pathname, isActive: active !== null }, queue }
}

/** Sends an event that is checked and not counted. Returns what came of it. */
export async function sendTestEvent(api: Api, base: string): Promise<string> {
  const event: AnalyticsEvent = { kind: 'test', id: newId(), at: Date.now(), path: '/' }
  const active = (await findRegistration(base))?.active
  if (!active) {
    const { accepted } = await api('POST /api/analytics', { body: { sentAt: Date.now(), events: [event] } })
    return describe(200, accepted)
  }
  const queue = await ask(active, { events: [event], send: 'now' })
  const sent = queue?.sent.find(({ events }) => events.some(({ id }) => id === event.id))
  if (!sent) return 'The worker has not answered.'
  if (sent.status === 0) return 'No answer. The event waits in this browser.'
  return describe(sent.status, sent.accepted)
}

function describe(status: number, accepted: number | undefined) {
  if (status === 200 && accepted) return 'The server accepted the event. Test events are not counted.'
  if (status === 200) return 'The server left the event out, as those of bots and of readers who opted out.'
  return `The server answered with status ${status}.`
}

async function findRegistration(base: string): Promise<ServiceWorkerRegistration | undefined> {
  // Browsers refuse to tell in private windows.
  const registrations = await navigator.serviceWorker?.getRegistrations().catch(() => [])
  const scope = new URL(base + ANALYTICS_SCOPE, location.origin).href
  return registrations?.find((one) => one.scope === scope)
}

function ask(worker: ServiceWorker, request: WorkerRequest): Promise<QueueState | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const timer = setTimeout(() => finish(null), ANSWER_MS)
    function finish(state: QueueState | null) {
      clearTimeout(timer)
      port1.close()
      resolve(state)
    }
    port1.addEventListener('message', ({ data }) => finish(data))
    port1.start()
    worker.postMessage(request, [port2])
  })
}

function withoutWorker(state: string): BrowserState {
  return { worker: { state, scope: null, isActive: false }, queue: null }
}
