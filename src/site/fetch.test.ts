import { beforeEach, expect, test, vi } from 'vitest'
import { fetchWithRetry } from './fetch.ts'

const fetched = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.useFakeTimers()
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})

/** Answers with these statuses, one after the other. */
function answering(...statuses: number[]) {
  for (const status of statuses) fetched.mockResolvedValueOnce(new Response(null, { status }))
}

async function settled(promise: Promise<Response>) {
  await vi.runAllTimersAsync()
  return promise
}

test.each([408, 409, 425, 429, 500, 502, 503, 504])('a GET answered with %i is retried', async (status) => {
  answering(status, 200)
  expect((await settled(fetchWithRetry('/x'))).status).toBe(200)
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('a request is retried only once', async () => {
  answering(503, 503, 200)
  expect((await settled(fetchWithRetry('/x'))).status).toBe(503)
  expect(fetched).toHaveBeenCalledTimes(2)
})

test.each([400, 401, 403, 404, 410, 501])('a GET answered with %i is not retried', async (status) => {
  answering(status)
  expect((await settled(fetchWithRetry('/x'))).status).toBe(status)
  expect(fetched).toHaveBeenCalledTimes(1)
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
  'a %s is never retried, because it may have been applied',
  async (method) => {
    answering(503)
    expect((await settled(fetchWithRetry('/x', { method }))).status).toBe(503)
    expect(fetched).toHaveBeenCalledTimes(1)
  },
)

test('a request is retried once after a network failure', async () => {
  fetched.mockRejectedValueOnce(new TypeError('network'))
  answering(200)
  expect((await settled(fetchWithRetry('/x'))).status).toBe(200)
})

/** The timeout of a request without a response. */
async function patience({ online = true, agent = 'Desktop' } = {}) {
  const waits: number[] = []
  vi.stubGlobal('navigator', { onLine: online, userAgent: agent })
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    waits.push(ms)
    return new AbortController().signal
  })
  answering(200)
  await settled(fetchWithRetry('/x'))
  vi.restoreAllMocks()
  return waits[0]
}

test('the timeout is 30 seconds, 60 on a phone and 5 when offline', async () => {
  expect(await patience()).toBe(30_000)
  expect(await patience({ agent: 'Mozilla/5.0 (Linux; Android) Mobile Safari' })).toBe(60_000)
  expect(await patience({ online: false })).toBe(5_000)
})
