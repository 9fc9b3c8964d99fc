import { beforeEach, expect, test, vi } from 'vitest'
import { appCheckToken } from './app-check.ts'

const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()
let issued = 0
let service = ''
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-01') })
  vi.stubGlobal('fetch', fetched)
  service = `/site-${(issued += 1)}/`
  fetched.mockReset().mockImplementation(async () => Response.json({ token: `token-${(issued += 1)}`, ttl: '900s' }))
})

test('a token is requested once for all calls, and again a minute before it expires', async () => {
  const [first, second] = await Promise.all([appCheckToken(service), appCheckToken(service)])
  expect(second).toBe(first)
  expect(fetched.mock.calls).toEqual([
    [`${service}v0/appCheck`, expect.objectContaining({ method: 'POST', credentials: 'omit' })],
  ])
  vi.advanceTimersByTime(14 * 60_000 - 1)
  expect(await appCheckToken(service)).toBe(first)
  vi.advanceTimersByTime(1)
  expect(await appCheckToken(service)).not.toBe(first)
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('a refused token is replaced at once', async () => {
  const first = await appCheckToken(service)
  expect(await appCheckToken(service, first)).not.toBe(first)
})

test('a service without such tokens is asked again later', async () => {
  fetched.mockResolvedValueOnce(new Response('Not found', { status: 404 }))
  expect(await appCheckToken(service)).toBeNull()
  expect(await appCheckToken(service)).toBeNull()
  expect(fetched).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(60_000)
  expect(await appCheckToken(service)).toContain('token-')
})
