import { beforeEach, expect, test, vi } from 'vitest'
import { askHosts, store } from './icon-hosts.ts'
import { createIconSource, readStore } from './icons.ts'

const icon = (body: string) => ({ body, size: 24 })
const reply = (names: string[]) =>
  Response.json({
    prefix: 'lucide',
    height: 24,
    icons: Object.fromEntries(names.map((name) => [name, { body: `<path id="${name}"/>` }])),
  })

const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>()
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-01') })
  localStorage.clear()
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})

test('missing icons are requested together, once', async () => {
  fetched.mockResolvedValue(reply(['bell', 'search']))
  const source = createIconSource(['/icons'], { house: icon('<path/>') })
  const listener = vi.fn<() => void>()
  source.subscribe(listener)
  for (const name of ['search', 'bell', 'search']) source.request(name)
  await vi.runAllTimersAsync()
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/icons/lucide.json?icons=bell,search'])
  expect(source.get('search')).toEqual({ body: '<path id="search"/>', size: 24 })
  expect(source.get('house')).toBeDefined()
  expect(listener).toHaveBeenCalledTimes(1)
})

test('fetched icons are stored for 168 hours', async () => {
  store({ bell: icon('<path/>') })
  expect(createIconSource(['/icons'], {}).get('bell')).toBeDefined()
  vi.advanceTimersByTime(168 * 3_600_000 - 1)
  expect(Object.keys(readStore())).toEqual(['bell'])
  vi.advanceTimersByTime(1)
  expect(readStore()).toEqual({})
  expect(createIconSource(['/icons'], {}).get('bell')).toBeUndefined()
})

test('at most fifty icons are stored, the newest', () => {
  for (let index = 0; index < 60; index++) {
    vi.advanceTimersByTime(1)
    store({ [`icon-${index}`]: icon('x') })
  }
  const kept = Object.keys(readStore())
  expect(kept).toHaveLength(50)
  expect(kept).toContain('icon-59')
  expect(kept).not.toContain('icon-9')
})

test('the next host is asked when one does not respond within 750 ms', async () => {
  fetched.mockImplementation((address) =>
    address.startsWith('/slow') ? new Promise(() => {}) : Promise.resolve(reply(['bell'])),
  )
  const asked = askHosts(['/slow', '/quick'], ['bell'])
  await vi.advanceTimersByTimeAsync(749)
  expect(fetched).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(fetched).toHaveBeenCalledTimes(2)
  expect(await asked).toHaveProperty('bell')
})

test('no other host is asked once one has responded', async () => {
  fetched.mockImplementation(async () => {
    await new Promise((done) => setTimeout(done, 700))
    return reply(['bell'])
  })
  const asked = askHosts(['/first', '/second', '/third'], ['bell'])
  await vi.advanceTimersByTimeAsync(5000)
  expect(await asked).toHaveProperty('bell')
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/first/lucide.json?icons=bell'])
})

test('the next host is asked when one fails', async () => {
  fetched.mockResolvedValueOnce(new Response(null, { status: 500 })).mockResolvedValueOnce(reply(['bell']))
  const asked = askHosts(['/broken', '/fine'], ['bell'])
  await vi.advanceTimersByTimeAsync(750)
  expect(await asked).toHaveProperty('bell')
})

test('a request times out after five seconds, and the icon can be requested again', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new Error('timeout')), ms)
    return controller.signal
  })
  fetched.mockImplementation(
    (_address, { signal }) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted')))),
  )
  const source = createIconSource(['/icons'], {})
  source.request('bell')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(timeout).toHaveBeenCalledWith(5_000)
  fetched.mockResolvedValue(reply(['bell']))
  source.request('bell')
  await vi.runAllTimersAsync()
  expect(source.get('bell')).toBeDefined()
  timeout.mockRestore()
})

test('a browser without storage still shows icons', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full')
  })
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('forbidden')
  })
  fetched.mockResolvedValue(reply(['bell']))
  const source = createIconSource(['/icons'], {})
  source.request('bell')
  await vi.runAllTimersAsync()
  expect(source.get('bell')).toBeDefined()
  vi.restoreAllMocks()
})
