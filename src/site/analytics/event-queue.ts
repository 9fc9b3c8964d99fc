import { DAY_MS } from '#contract/constants.ts'
import { MAX_BATCH, MAX_EVENT_AGE_DAYS } from '#contract/analytics/limits.ts'
import type { QueueState, WorkerRequest } from './worker-messages.ts'

const MAX_EVENTS = 500
const MAX_SHOWN_BATCHES = 5
const BATCH_MS = 5_000
const BATCH_EVENTS = 20
const RETRY_MS = 10_000
const MAX_RETRY_MS = 3_600_000
/** No answer, or an answer that may be another one later. */
const TEMPORARY = /^(0|408|425|429|5\d\d)$/

export type QueueDependencies = {
  storage: { load(): Promise<Partial<QueueState> | undefined>; save(state: QueueState): Promise<unknown> }
  /** Sends the body of a request to the server. */
  post(body: string): Promise<Response>
  now(): number
  wait(ms: number): Promise<unknown>
  /** Looks for a newer version of the worker. No page does, because it controls none. */
  update(): void
}

/**
 * Sends events in batches and stores those that are waiting, because the browser may stop the worker at any time. An
 * event whose answer was lost is sent again with the same ID.
 */
export function createEventQueue({ storage, post, now, wait, update }: QueueDependencies) {
  const state: QueueState = { events: [], failures: 0, retryAt: 0, sent: [], updatedAt: now() }
  const ignore = () => {}
  // Without storage, events live as long as the worker.
  const loaded = storage.load().then((stored) => Object.assign(state, stored), ignore)
  let saved: Promise<unknown> = loaded
  let sending: Promise<void> | undefined

  const save = () => (saved = saved.then(() => storage.save(state)).catch(ignore))

  async function receive({ events, send }: WorkerRequest) {
    await loaded
    if (events.length > 0) {
      state.events = [...state.events, ...events].slice(-MAX_EVENTS)
      await save()
    }
    if (send === 'retry') state.retryAt = 0
    if (!send && events.length > 0 && state.events.length < BATCH_EVENTS) await wait(BATCH_MS)
    if (send || events.length > 0) await flush()
    return state
  }

  function flush() {
    const oldest = now() - MAX_EVENT_AGE_DAYS * DAY_MS
    state.events = state.events.filter(({ at }) => at > oldest)
    const left = state.retryAt - now()
    // More is left only when the clock was set back.
    if (state.events.length > 0 && (left <= 0 || left > MAX_RETRY_MS)) sending ??= sendAll()
    return sending
  }

  async function sendAll() {
    let keeps = false
    while (state.events.length > 0 && !keeps) {
      const events = state.events.slice(0, MAX_BATCH)
      let status = 0
      let accepted: number | undefined
      try {
        const answer = await post(JSON.stringify({ sentAt: now(), events }))
        if (answer.ok) accepted = (await answer.json()).accepted
        status = answer.status
      } catch {
        // Neither is an answer that is not from this site, such as the page of a hotel's network.
      }
      keeps = TEMPORARY.test(String(status))
      state.sent = [{ at: now(), status, accepted, events }, ...state.sent].slice(0, MAX_SHOWN_BATCHES)
      if (keeps) {
        const pause = Math.min(RETRY_MS * 2 ** state.failures, MAX_RETRY_MS)
        state.failures += 1
        state.retryAt = now() + pause
        // The browser may stop the worker meanwhile. The next message then sends the events.
        void wait(pause).then(flush)
      } else {
        state.events = state.events.filter((event) => !events.includes(event))
        state.failures = 0
        if (now() - state.updatedAt > DAY_MS) {
          state.updatedAt = now()
          update()
        }
      }
      await save()
    }
    sending = undefined
  }

  return { receive }
}
