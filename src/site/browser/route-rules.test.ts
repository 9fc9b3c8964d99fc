import { beforeEach, expect, test, vi } from 'vitest'
import { createRouteRules } from './route-rules.ts'

const fetched = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.useFakeTimers()
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})

test('route rules are fetched once, and again after a failure', async () => {
  const rules = { '/login': { redirect: '/auth/newauth' } }
  fetched.mockRejectedValueOnce(new TypeError('offline')).mockRejectedValueOnce(new TypeError('offline'))
  fetched.mockImplementation(async () => Response.json({ rules }))
  const find = createRouteRules('/', 'abc')
  const first = find('/login')
  await vi.runAllTimersAsync()
  expect(await first).toBeNull()
  expect(await find('/LOGIN/')).toBe('/auth/newauth')
  expect(await find('/latest')).toBeNull()
  expect(fetched).toHaveBeenCalledTimes(3)
})
