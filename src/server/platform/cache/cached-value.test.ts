import { expect, test } from 'vitest'
import { deferred } from '#test/deferred.ts'
import { createCachedValue } from './cached-value.ts'

function aCounter() {
  let loaded = 0
  return async () => (loaded += 1)
}

test('is loaded once until one of its tags is invalidated, also softly', async () => {
  const load = aCounter()
  const cached = createCachedValue<number>(['settings', 'categories'])
  cached.setListening(true)
  expect(await Promise.all([cached.get(load), cached.get(load)])).toEqual([1, 1])
  cached.invalidate(['latest', 'soon:trending'])
  expect(await cached.get(load)).toBe(1)
  cached.invalidate(['latest', 'settings'])
  expect(await cached.get(load)).toBe(2)
  cached.invalidate(['soon:categories'])
  expect(await cached.get(load)).toBe(3)
})

test('a value that is invalidated while it is loaded is not cached', async () => {
  const cached = createCachedValue<string>(['settings'])
  cached.setListening(true)
  const loading = deferred<string>()
  const first = cached.get(() => loading.promise)
  cached.invalidate(['settings'])
  loading.resolve('old')
  expect(await first).toBe('old')
  expect(await cached.get(async () => 'new')).toBe('new')
})

test('is loaded every time while there is no LISTEN connection, and after it was lost', async () => {
  const load = aCounter()
  const cached = createCachedValue<number>(['settings'])
  expect([await cached.get(load), await cached.get(load)]).toEqual([1, 2])
  cached.setListening(true)
  expect([await cached.get(load), await cached.get(load)]).toEqual([3, 3])
  cached.setListening(false)
  expect([await cached.get(load), await cached.get(load)]).toEqual([4, 5])
  cached.setListening(true)
  expect(await cached.get(load)).toBe(6)
})

test('a failure is not cached', async () => {
  const cached = createCachedValue<string>(['settings'])
  cached.setListening(true)
  await expect(cached.get(() => Promise.reject(new Error('unavailable')))).rejects.toThrow('unavailable')
  expect(await cached.get(async () => 'loaded')).toBe('loaded')
})
