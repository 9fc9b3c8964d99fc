import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DAY_MS } from '#contract/constants.ts'
import { AnalyticsBatch, type AnalyticsEvent, MAX_BATCH } from '#contract/analytics/events.ts'
import { createEventQueue } from './event-queue.ts'
import type { QueueState } from './worker-messages.ts'

const NOW = Date.parse('2026-03-04T05:06:07Z')

let made = 0
const anEvent = (at = Date.now()): AnalyticsEvent => {
  made += 1
  return { kind: 'follow', id: `event${String(made).padStart(15, '0')}`, at, path: '/latest' }
}
const someEvents = (count: number) => Array.from({ length: count }, () => anEvent())
const idsOf = (events: readonly AnalyticsEvent[]) => events.map(({ id }) => id)

type Answer = number | 'lost' | 'no network'

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(NOW)
})
afterEach(() => {
  vi.useRealTimers()
})

/** A browser with storage, and a server that answers with these statuses and then with 200. */
function aBrowser(...answers: Answer[]) {
  let stored: string | undefined
  const batches: AnalyticsBatch[] = []
  const update = vi.fn<() => void>()

  function startWorker() {
    let isStopped = false
    const queue = createEventQueue({
      storage: {
        load: async () => (stored === undefined ? undefined : JSON.parse(stored)),
        save: async (state: QueueState) => {
          if (!isStopped) stored = JSON.stringify(state)
        },
      },
      async post(body) {
        const answer = answers.shift() ?? 200
        if (answer === 'no network' || isStopped) throw new TypeError('Failed to fetch')
        const batch = AnalyticsBatch.parse(JSON.parse(body))
        batches.push(batch)
        if (answer === 'lost') throw new TypeError('Failed to fetch')
        return Response.json({ accepted: batch.events.length }, { status: answer })
      },
      now: Date.now,
      wait: (ms) => new Promise((resolve) => void setTimeout(resolve, ms)),
      update,
    })
    return { ...queue, stop: () => (isStopped = true) }
  }

  return {
    startWorker,
    batches,
    update,
    stored: (): QueueState => JSON.parse(stored ?? 'null'),
    block: () => (stored = '{'),
  }
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

test('events wait a few seconds for others and are sent in one request', async () => {
  const { startWorker, batches } = aBrowser()
  const worker = startWorker()
  const [first, second] = [anEvent(), anEvent()]
  void worker.receive({ events: [first] })
  await pass(3000)
  void worker.receive({ events: [second] })
  await pass(1999)
  expect(batches).toEqual([])
  await pass(1)
  expect(batches).toEqual([{ sentAt: NOW + 5000, events: [first, second] }])
  await pass(60_000)
  expect(batches).toHaveLength(1)
})

test('twenty events, and those of a page that is hidden, are sent at once', async () => {
  const { startWorker, batches } = aBrowser()
  const worker = startWorker()
  void worker.receive({ events: someEvents(20) })
  await pass(0)
  expect(batches.map(({ events }) => events.length)).toEqual([20])
  await worker.receive({ events: someEvents(2), send: 'now' })
  expect(batches.map(({ events }) => events.length)).toEqual([20, 2])
})

test('a request has at most as many events as the server accepts', async () => {
  const { startWorker, batches } = aBrowser()
  const events = someEvents(2 * MAX_BATCH + 1)
  await startWorker().receive({ events, send: 'now' })
  expect(batches.map((batch) => batch.events.length)).toEqual([MAX_BATCH, MAX_BATCH, 1])
  expect(batches.flatMap((batch) => idsOf(batch.events))).toEqual(idsOf(events))
})

test('events that wait when the browser stops the worker are sent by the next one', async () => {
  const { startWorker, batches, stored } = aBrowser()
  const first = startWorker()
  const early = anEvent()
  void first.receive({ events: [early] })
  await pass(1000)
  first.stop()
  expect(stored().events).toEqual([early])

  const late = anEvent()
  await startWorker().receive({ events: [late], send: 'now' })
  expect(batches.flatMap(({ events }) => idsOf(events))).toEqual(idsOf([early, late]))
  expect(stored().events).toEqual([])
})

test('events whose answer was lost are sent again with the same ids', async () => {
  const { startWorker, batches } = aBrowser('lost')
  const worker = startWorker()
  const events = someEvents(2)
  await worker.receive({ events, send: 'now' })
  await pass(10_000)
  expect(batches.map((batch) => idsOf(batch.events))).toEqual([idsOf(events), idsOf(events)])
})

test.each(['no network', 408, 425, 429, 500, 503] as const)(
  'after %s, events are kept and sent later',
  async (answer) => {
    const { startWorker, batches, stored } = aBrowser(answer)
    const worker = startWorker()
    const event = anEvent()
    await worker.receive({ events: [event], send: 'now' })
    expect(stored()).toMatchObject({ events: [event], failures: 1, retryAt: NOW + 10_000 })
    await pass(10_000)
    expect(batches.at(-1)?.events).toEqual([event])
    expect(stored()).toMatchObject({ events: [], failures: 0 })
  },
)

test.each([400, 401, 403, 404, 413, 422])('after %s, events are dropped', async (status) => {
  const { startWorker, batches, stored } = aBrowser(status)
  await startWorker().receive({ events: [anEvent()], send: 'now' })
  await pass(60_000)
  expect(batches).toHaveLength(1)
  expect(stored()).toMatchObject({ events: [], failures: 0 })
})

test('the pause doubles after each failure, up to an hour, also when the worker was stopped meanwhile', async () => {
  const { startWorker, stored } = aBrowser(...Array<Answer>(12).fill(503))
  await startWorker().receive({ events: [anEvent()], send: 'now' })
  const pauses = [stored().retryAt - Date.now()]
  while (pauses.length < 10) {
    await pass(pauses.at(-1) ?? 0)
    pauses.push(stored().retryAt - Date.now())
  }
  expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600].map((seconds) => seconds * 1000))

  const { failures } = stored()
  await startWorker().receive({ events: [anEvent()], send: 'now' })
  expect(stored()).toMatchObject({ failures, events: [{}, {}] })
})

test('when the network is back, events are sent without waiting for the pause to end', async () => {
  const { startWorker, batches } = aBrowser('no network')
  const worker = startWorker()
  const event = anEvent()
  await worker.receive({ events: [event], send: 'now' })
  await worker.receive({ events: [], send: 'now' })
  expect(batches).toEqual([])
  await worker.receive({ events: [], send: 'retry' })
  expect(batches.map(({ events }) => events)).toEqual([[event]])
})

test('at most 500 events wait, and none for more than seven days', async () => {
  const { startWorker, stored, batches } = aBrowser('no network', 'no network')
  const worker = startWorker()
  const events = someEvents(501)
  await worker.receive({ events, send: 'now' })
  expect(idsOf(stored().events)).toEqual(idsOf(events.slice(1)))

  worker.stop()
  vi.setSystemTime(NOW + 7 * DAY_MS + 1)
  const event = anEvent()
  await startWorker().receive({ events: [event], send: 'retry' })
  await pass(60_000)
  expect(batches.flatMap((batch) => batch.events)).toEqual([event])
})

test('events that arrive during a request are sent after it', async () => {
  const { startWorker, batches } = aBrowser()
  const worker = startWorker()
  const [first, second] = [anEvent(), anEvent()]
  await Promise.all([
    worker.receive({ events: [first], send: 'now' }),
    worker.receive({ events: [second], send: 'now' }),
  ])
  expect(batches.flatMap(({ events }) => idsOf(events))).toEqual(idsOf([first, second]))
})

test('an answer that is not from the site does not count', async () => {
  const posted: string[] = []
  const queue = createEventQueue({
    storage: { load: async () => undefined, save: async () => {} },
    post: async (body) => {
      posted.push(body)
      return new Response('<title>Free Wi-Fi</title>')
    },
    now: Date.now,
    wait: (ms) => new Promise((resolve) => void setTimeout(resolve, ms)),
    update: () => {},
  })
  const { events, sent } = await queue.receive({ events: [anEvent()], send: 'now' })
  expect(events).toHaveLength(1)
  expect(sent[0]?.status).toBe(0)
})

test('without working storage, events are still sent', async () => {
  const { startWorker, batches, block } = aBrowser()
  block()
  await startWorker().receive({ events: [anEvent()], send: 'now' })
  expect(batches).toHaveLength(1)
})

test('the state can be asked for: what waits, and the latest answers', async () => {
  const { startWorker, batches } = aBrowser(200, 400)
  const worker = startWorker()
  expect(await worker.receive({ events: [] })).toMatchObject({ events: [], sent: [] })
  const [first, second] = [anEvent(), anEvent()]
  await worker.receive({ events: [first], send: 'now' })
  const { sent } = await worker.receive({ events: [second], send: 'now' })
  expect(sent).toEqual([
    { at: NOW, status: 400, events: [second] },
    { at: NOW, status: 200, accepted: 1, events: [first] },
  ])
  await worker.receive({ events: [] })
  expect(batches).toHaveLength(2)
})

test('the worker looks for a newer version of itself once a day', async () => {
  const { startWorker, update } = aBrowser()
  const worker = startWorker()
  await worker.receive({ events: [anEvent()], send: 'now' })
  expect(update).not.toHaveBeenCalled()
  vi.setSystemTime(NOW + DAY_MS + 1)
  await worker.receive({ events: [anEvent()], send: 'now' })
  await worker.receive({ events: [anEvent()], send: 'now' })
  expect(update).toHaveBeenCalledTimes(1)
})
