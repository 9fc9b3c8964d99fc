import { describe, expect, test, vi } from 'vitest'
import { createPageCache, type EntryTag } from './page-cache.ts'

type Text = { text: string; size: number }

function loaded(data: string, ...tags: EntryTag[]) {
  return { status: 200, data, tags }
}

function aCache(maxBytes = 1_000_000) {
  const clock = { ms: 0 }
  const cache = createPageCache<string, Text>({ maxBytes, dataBytes: 10, now: () => clock.ms })
  cache.setListening(true)
  return { cache, clock }
}

/** A load that the test finishes. */
function slowLoad(result: ReturnType<typeof loaded>) {
  let finish = () => {}
  const done = new Promise<typeof result>((resolve) => {
    finish = () => resolve(result)
  })
  const load = vi.fn<() => typeof done>(() => done)
  return { load, finish }
}

/** An entry with one rendered form of that many bytes. */
async function fill(cache: ReturnType<typeof aCache>['cache'], key: string, size: number) {
  const entry = await cache.getOrLoad(key, async () => loaded(key))
  await cache.getOrRender(entry, 'page', async () => ({ text: key, size }))
}

test('data is loaded once and each form is rendered once', async () => {
  const { cache } = aCache()
  const load = vi.fn<() => Promise<ReturnType<typeof loaded>>>(async () => loaded('hello', 'article:1'))
  const render = vi.fn<() => Promise<Text>>(async () => ({ text: '<p>hello</p>', size: 12 }))
  const entry = await cache.getOrLoad('/a', load)
  expect(await cache.getOrLoad('/a', load)).toBe(entry)
  const [first, again] = await Promise.all([
    cache.getOrRender(entry, 'page', render),
    cache.getOrRender(entry, 'page', render),
  ])
  expect([first.text, again]).toEqual(['<p>hello</p>', first])
  expect([load.mock.calls.length, render.mock.calls.length]).toEqual([1, 1])
  expect(cache.stats()).toMatchObject({ pages: 1, bytes: 22 })
})

test('concurrent requests share one load', async () => {
  const { cache } = aCache()
  const page = slowLoad(loaded('x'))
  const all = Promise.all([1, 2, 3].map(() => cache.getOrLoad('/a', page.load)))
  page.finish()
  await all
  expect(page.load).toHaveBeenCalledTimes(1)
})

test('invalidating a tag drops the entries with that tag only', async () => {
  const { cache } = aCache()
  await cache.getOrLoad('/a', async () => loaded('a', 'article:1', 'creators'))
  await cache.getOrLoad('/b', async () => loaded('b', 'article:2'))
  cache.invalidate(['article:1'])
  expect(cache.get('/a')).toBeUndefined()
  expect(cache.get('/b')).toBeDefined()
})

test('a load that started before an invalidation is neither cached nor shared', async () => {
  const { cache } = aCache()
  const old = slowLoad(loaded('old', 'article:1'))
  const early = cache.getOrLoad('/a', old.load)
  cache.invalidate(['article:1'])
  const late = cache.getOrLoad('/a', async () => loaded('new', 'article:1'))
  old.finish()
  expect([(await early).data, (await late).data]).toEqual(['old', 'new'])
  expect(cache.get('/a')?.data).toBe('new')
})

test('invalidating an unrelated tag does not affect a load in progress', async () => {
  const { cache } = aCache()
  const page = slowLoad(loaded('x', 'article:1'))
  const asked = cache.getOrLoad('/a', page.load)
  cache.invalidate(['article:2', 'soon:article:3'])
  page.finish()
  await asked
  expect(cache.get('/a')?.staleSince).toBeNull()
})

test('a request joins a load in progress, unless its content was invalidated before', async () => {
  const { cache } = aCache()
  const old = slowLoad(loaded('old', 'article:1'))
  const next = slowLoad(loaded('new', 'article:1'))
  const first = cache.getOrLoad('/a', old.load)
  cache.invalidate(['article:2', 'soon:article:1'])
  // Tags are known when the load ends.
  const second = cache.getOrLoad('/a', next.load)
  const own = cache.getOrLoad('/a', next.load, { changedAt: 0 })
  cache.invalidate(['article:1'])
  const late = [1, 2].map(() => cache.getOrLoad('/a', next.load))
  old.finish()
  next.finish()
  expect([(await first).data, (await second).data]).toEqual(['old', 'old'])
  expect((await own).data).toBe('new')
  expect((await Promise.all(late)).map(({ data }) => data)).toEqual(['new', 'new'])
  expect([old.load.mock.calls.length, next.load.mock.calls.length]).toEqual([1, 1])
})

test('only responses with status 200 are cached', async () => {
  const { cache } = aCache()
  await cache.getOrLoad('/a', async () => ({ ...loaded('gone'), status: 404 }))
  expect(cache.get('/a')).toBeUndefined()
})

test('a failed load or render rejects all waiting requests, and the next request tries again', async () => {
  const { cache } = aCache()
  await expect(cache.getOrLoad('/a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const entry = await cache.getOrLoad('/a', async () => loaded('yes'))
  await expect(cache.getOrRender(entry, 'page', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect((await cache.getOrRender(entry, 'page', async () => ({ text: 'yes', size: 3 }))).text).toBe('yes')
})

test('the least recently used entries are evicted', async () => {
  const { cache } = aCache(2500)
  for (const key of ['/a', '/b']) await fill(cache, key, 1000)
  cache.get('/a')
  await fill(cache, '/c', 1000)
  expect(['/a', '/b', '/c'].filter((key) => cache.get(key))).toEqual(['/a', '/c'])
  expect(cache.stats().bytes).toBeLessThanOrEqual(2500)
})

test('entries without a form count too, and one entry has a limited number of forms', async () => {
  const { cache } = aCache(100)
  for (let n = 0; n < 20; n++) await cache.getOrLoad(`/${n}`, async () => loaded('x'))
  expect(cache.stats().bytes).toBeLessThanOrEqual(100)
  const { cache: large } = aCache()
  const entry = await large.getOrLoad('/a', async () => loaded('a'))
  for (let n = 0; n < 40; n++) await large.getOrRender(entry, `page ${n}`, async () => ({ text: '', size: 100 }))
  expect([entry.forms.size, entry.forms.has('page 7'), entry.forms.has('page 8')]).toEqual([32, false, true])
  expect(large.stats()).toMatchObject({ pages: 1, bytes: 3210 })
})

test('nothing is cached without a LISTEN connection', async () => {
  const { cache } = aCache()
  const load = async () => loaded('x')
  await cache.getOrLoad('/a', load)
  cache.setListening(false)
  expect(cache.get('/a')).toBeUndefined()
  await cache.getOrLoad('/a', load)
  expect(cache.get('/a')).toBeUndefined()
  cache.setListening(true)
  await cache.getOrLoad('/a', load)
  expect(cache.get('/a')).toBeDefined()
})

test('an entry with a maximum age expires', async () => {
  const { cache, clock } = aCache()
  await cache.getOrLoad('/a', async () => loaded('x'), { maxAgeMs: 60_000 })
  clock.ms = 59_999
  expect(cache.get('/a')).toBeDefined()
  clock.ms = 60_000
  expect(cache.get('/a')).toBeUndefined()
})

test('the forms of a stale entry are renewed before it is replaced', async () => {
  let ms = 0
  let loads = 0
  const cache = createPageCache<string, Text>({
    maxBytes: 1000,
    now: () => ms,
    dataBytes: 0,
    async renew(stale, fresh) {
      for (const name of stale.forms.keys())
        await cache.getOrRender(fresh, name, async () => ({ text: fresh.data, size: 1 }))
    },
  })
  cache.setListening(true)
  const entry = await cache.getOrLoad('/a', async () => loaded(String((loads += 1)), 'article:1'))
  await cache.getOrRender(entry, 'page', async () => ({ text: '1', size: 1 }))
  cache.invalidate(['soon:article:1'])
  ms = 1500
  expect(cache.get('/a')).toBe(entry)
  await expect.poll(() => cache.get('/a')?.forms.get('page')?.text).toBe('2')
})

describe('a soft invalidation', () => {
  /** A page whose data is the number of loads, rendered at time 0. */
  async function aPage() {
    const { cache, clock } = aCache()
    let loads = 0
    const load = async () => loaded(String((loads += 1)), 'article:1')
    await cache.getOrLoad('/a', load)
    return { cache, clock, load, shown: () => cache.get('/a')?.data, loads: () => loads }
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve))

  test('leaves the page in place for a moment, and several cost one load', async () => {
    const { cache, clock, shown, loads } = await aPage()
    for (const ms of [200, 400, 600]) {
      clock.ms = ms
      cache.invalidate(['soon:article:1'])
      expect(shown()).toBe('1')
    }
    await settle()
    expect(loads()).toBe(1)
    clock.ms = 1500
    // The stale page is served while it is replaced.
    expect([shown(), shown()]).toEqual(['1', '1'])
    await settle()
    expect([shown(), loads()]).toEqual(['2', 2])
  })

  test('is not served for longer than two seconds', async () => {
    const { cache, clock, load, shown } = await aPage()
    cache.invalidate(['soon:article:1'])
    clock.ms = 2001
    expect(shown()).toBeUndefined()
    expect((await cache.getOrLoad('/a', load)).data).toBe('2')
  })

  test('shows at once for the person who caused it, and what others change later does not', async () => {
    const { cache, clock, load } = await aPage()
    clock.ms = 10
    cache.invalidate(['soon:article:1'])
    const own = { changedAt: 10 }
    expect(cache.get('/a', own)).toBeUndefined()
    clock.ms = 20
    expect((await cache.getOrLoad('/a', load, own)).data).toBe('2')
    cache.invalidate(['soon:article:1'])
    expect(cache.get('/a', own)?.data).toBe('2')
    expect(cache.get('/a', { changedAt: 20 })).toBeUndefined()
  })

  test('during a load makes the new entry stale', async () => {
    const { cache, clock } = aCache()
    const page = slowLoad(loaded('x', 'article:1'))
    const asked = cache.getOrLoad('/a', page.load)
    clock.ms = 5
    cache.invalidate(['soon:article:1'])
    page.finish()
    expect((await asked).staleSince).toBe(5)
    expect(cache.get('/a')).toBeDefined()
  })

  test('leaves other pages alone, and a later hard invalidation drops the page', async () => {
    const { cache, shown } = await aPage()
    cache.invalidate(['soon:article:2'])
    expect(cache.get('/a')?.staleSince).toBeNull()
    cache.invalidate(['soon:article:1', 'article:1'])
    expect(shown()).toBeUndefined()
  })
})
