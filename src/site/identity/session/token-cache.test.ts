import { beforeEach, expect, test, vi } from 'vitest'
import { Refusal, type RefusalCode } from '#contract/errors.ts'
import { createApi } from '#site/api.ts'
import { type IssuedToken, createTokenCache } from './token-cache.ts'
import { anAccount } from '#test/accounts.ts'

const MINUTE = 60_000
const mint = vi.fn<() => Promise<IssuedToken>>()
const onMinted = vi.fn<(account: IssuedToken['account']) => void>()
const onSignedOut = vi.fn<(code: RefusalCode) => void>()
const makeCache = () => createTokenCache({ fetch: mint, onToken: onMinted, onSignedOut })
let count = 0

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetAllMocks()
  count = 0
  mint.mockImplementation(async () => aToken())
})

function aToken(lifetime = 60 * MINUTE): IssuedToken {
  count += 1
  return {
    token: `token-${count}`,
    expiresAt: new Date(Date.now() + lifetime).toISOString(),
    account: anAccount(),
  }
}

test('a token is requested once and then cached', async () => {
  const cache = makeCache()
  expect(await cache.token()).toBe('token-1')
  expect(await cache.token()).toBe('token-1')
  expect(mint).toHaveBeenCalledTimes(1)
  expect(onMinted).toHaveBeenCalledWith(expect.objectContaining({ uid: 'u1' }))
})

test('concurrent callers share one request', async () => {
  const cache = makeCache()
  expect(await Promise.all([cache.token(), cache.token(), cache.token()])).toEqual(['token-1', 'token-1', 'token-1'])
  expect(mint).toHaveBeenCalledTimes(1)
})

test('it is renewed five minutes before it expires', async () => {
  const cache = makeCache()
  await cache.token()
  await vi.advanceTimersByTimeAsync(55 * MINUTE - 1)
  expect(mint).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(mint).toHaveBeenCalledTimes(2)
  expect(await cache.token()).toBe('token-2')
  await vi.advanceTimersByTimeAsync(55 * MINUTE)
  expect(mint).toHaveBeenCalledTimes(3)
})

test('a token counts as expired thirty seconds early', async () => {
  const cache = makeCache()
  mint.mockImplementationOnce(async () => aToken(45_000))
  await cache.token()
  await vi.advanceTimersByTimeAsync(14_999)
  expect(await cache.token()).toBe('token-1')
  await vi.advanceTimersByTimeAsync(1)
  expect(cache.current()).toBeNull()
  expect(await cache.token()).toBe('token-2')
})

test('after network failures it waits 30 seconds, then twice as long each time up to 16 minutes, and starts over', async () => {
  const cache = makeCache()
  await cache.token()
  mint.mockRejectedValue(new TypeError('offline'))
  await vi.advanceTimersByTimeAsync(55 * MINUTE)
  expect(mint).toHaveBeenCalledTimes(2)
  let calls = 2
  for (const seconds of [30, 60, 120, 240, 480, 960, 960, 960]) {
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
    expect(mint).toHaveBeenCalledTimes(calls)
    await vi.advanceTimersByTimeAsync(1)
    calls += 1
    expect(mint, `after ${seconds} s`).toHaveBeenCalledTimes(calls)
  }
  mint.mockImplementation(async () => aToken())
  await vi.advanceTimersByTimeAsync(16 * MINUTE)
  expect(await cache.token()).toBe('token-2')

  mint.mockRejectedValue(new TypeError('offline'))
  const before = mint.mock.calls.length
  await vi.advanceTimersByTimeAsync(55 * MINUTE + 30_000)
  expect(mint).toHaveBeenCalledTimes(before + 2)
  expect(onSignedOut).not.toHaveBeenCalled()
})

test('callers get the network error', async () => {
  mint.mockRejectedValue(new TypeError('offline'))
  await expect(makeCache().token()).rejects.toThrow('offline')
})

test.each(['user-disabled', 'user-token-expired', 'invalid-refresh-token', 'sign-in-needed'] as const)(
  'the refusal %s signs out: the cache is cleared and no more requests are made',
  async (code) => {
    const cache = makeCache()
    await cache.token()
    mint.mockRejectedValue(new Refusal(code))
    await vi.advanceTimersByTimeAsync(55 * MINUTE)
    expect(onSignedOut).toHaveBeenCalledExactlyOnceWith(code)
    expect([cache.current(), cache.account()]).toEqual([null, null])
    await vi.advanceTimersByTimeAsync(24 * 60 * MINUTE)
    expect(mint).toHaveBeenCalledTimes(2)
  },
)

test.each([
  ['an error page of a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['a server error', () => Response.json({ error: { code: 'fault', message: 'x' } }, { status: 500 })],
  ['too many requests', () => Response.json({ error: { code: 'too-many-requests' } }, { status: 429 })],
])('%s is temporary and does not sign out', async (_what, answer) => {
  vi.stubGlobal('fetch', async () => answer())
  mint.mockImplementation(() => createApi('/')('POST /api/session/token'))
  await expect(makeCache().token()).rejects.toBeInstanceOf(Error)
  expect(onSignedOut).not.toHaveBeenCalled()
})

test('a refused token is not returned again, but a newer one is', async () => {
  const cache = makeCache()
  await cache.token()
  expect(await cache.token('token-1')).toBe('token-2')
  expect(await cache.token('token-1')).toBe('token-2')
  expect(await cache.token(null)).toBe('token-3')
})

test('a throttled timer is caught up when the page becomes visible', async () => {
  const cache = makeCache()
  await cache.token()
  cache.wake()
  expect(mint).toHaveBeenCalledTimes(1)
  vi.setSystemTime(Date.now() + 56 * MINUTE)
  cache.wake()
  expect(mint).toHaveBeenCalledTimes(2)
})

test('renews as soon as the network is back', async () => {
  mint.mockRejectedValueOnce(new TypeError('offline'))
  const cache = makeCache()
  await expect(cache.token()).rejects.toThrow('offline')
  cache.wake()
  expect(mint).toHaveBeenCalledTimes(1)
  cache.wake({ online: true })
  expect(mint).toHaveBeenCalledTimes(2)
})

test('a response after stop is discarded', async () => {
  const cache = makeCache()
  const late = cache.token()
  cache.stop()
  await expect(late).rejects.toMatchObject({ code: 'sign-in-needed' })
  expect(cache.current()).toBeNull()
  expect(onMinted).not.toHaveBeenCalled()
})

test('a clock that runs ahead does not cause endless requests', async () => {
  mint.mockImplementation(async () => aToken(-60 * MINUTE))
  await makeCache().token()
  await vi.advanceTimersByTimeAsync(29_000)
  expect(mint).toHaveBeenCalledTimes(1)
})
