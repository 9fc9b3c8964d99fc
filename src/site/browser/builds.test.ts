import { beforeEach, expect, test, vi } from 'vitest'
import { hasUnsavedText, watchBuilds } from './builds.ts'
import { reloadOnce } from './reload-once.ts'

const fetched = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.useFakeTimers()
  sessionStorage.clear()
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})

test('a path is reloaded at most once every ten seconds', () => {
  const reload = vi.fn<(path: string) => void>()
  expect(reloadOnce('/a', reload)).toBe(true)
  vi.advanceTimersByTime(9_999)
  expect(reloadOnce('/a', reload)).toBe(false)
  vi.advanceTimersByTime(2)
  expect(reloadOnce('/a', reload)).toBe(true)
  expect(reload.mock.calls).toEqual([['/a'], ['/a']])
})

test('another path is reloaded at once', () => {
  const reload = vi.fn<(path: string) => void>()
  reloadOnce('/a', reload)
  expect(reloadOnce('/b', reload)).toBe(true)
})

test('a new build is reported once, and its request has a timestamp', async () => {
  const onNew = vi.fn<() => void>()
  fetched.mockImplementation(async () => Response.json({ id: 'old' }))
  watchBuilds({ base: '/blog/', build: 'old', onNew })
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(onNew).not.toHaveBeenCalled()
  expect(fetched.mock.calls[0]?.[0]).toMatch(/^\/blog\/builds\/latest\.json\?\d{13}$/)

  fetched.mockImplementation(async () => Response.json({ id: 'new' }))
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect(onNew).toHaveBeenCalledTimes(1)
})

test('being offline is not reported as a new build', async () => {
  const onNew = vi.fn<() => void>()
  fetched.mockRejectedValue(new TypeError('offline'))
  watchBuilds({ base: '/', build: 'old', onNew })
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect(onNew).not.toHaveBeenCalled()
})

test('unsaved text is detected', () => {
  document.body.innerHTML = '<input value="given"><textarea></textarea>'
  expect(hasUnsavedText()).toBe(false)
  const area = document.querySelector('textarea')
  if (area) area.value = 'Dear reader'
  expect(hasUnsavedText()).toBe(true)
})

test('an open story counts as unsaved text', () => {
  document.body.innerHTML = '<div data-writing></div>'
  expect(hasUnsavedText()).toBe(true)
})
