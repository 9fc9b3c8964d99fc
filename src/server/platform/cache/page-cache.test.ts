import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { CacheTag } from './cache-tags.ts'
import { createPageCache, type Rendered } from './page-cache.ts'

function rendered(body: string, ...tags: CacheTag[]): Rendered {
  return { status: 200, type: 'text/html', body, tags: new Set(tags), headers: {} }
}

function aCache(maxBytes = 1_000_000) {
  const cache = createPageCache({ maxBytes })
  cache.setListening(true)
  return cache
}

/** A render that the test finishes. */
function slowRender(result: Rendered) {
  let finish = () => {}
  const done = new Promise<Rendered>((resolve) => {
    finish = () => resolve(result)
  })
  let calls = 0
  const render = () => {
    calls += 1
    return done
  }
  return { render, finish, calls: () => calls }
}

test('a page is rendered once and compressed once', async () => {
  const cache = aCache()
  let calls = 0
  const render = async () => {
    calls += 1
    return rendered('<p>hello</p>', 'article:1')
  }
  await cache.getOrRender('/a', render)
  const page = await cache.getOrRender('/a', render)
  expect(calls).toBe(1)
  expect(page.bytes.identity.toString()).toBe('<p>hello</p>')
  const [first, again] = await Promise.all([cache.compressed(page, 'br'), cache.compressed(page, 'br')])
  expect(brotliDecompressSync(first).toString()).toBe('<p>hello</p>')
  expect(again).toBe(first)
  expect(cache.stats().bytes).toBe(page.bytes.identity.length + first.length)
  expect(page.etag).toMatch(/^W\/"[\w-]{22}"$/)
})

test('concurrent requests share one render', async () => {
  const cache = aCache()
  const page = slowRender(rendered('x'))
  const all = Promise.all([1, 2, 3].map(() => cache.getOrRender('/a', page.render)))
  page.finish()
  await all
  expect(page.calls()).toBe(1)
})

test('invalidating a tag drops the pages with that tag only', async () => {
  const cache = aCache()
  await cache.getOrRender('/a', async () => rendered('a', 'article:1', 'latest'))
  await cache.getOrRender('/b', async () => rendered('b', 'article:2'))
  cache.invalidate(['article:1'])
  expect(cache.get('/a')).toBeUndefined()
  expect(cache.get('/b')).toBeDefined()
})

test('a render that started before an invalidation is neither cached nor shared', async () => {
  const cache = aCache()
  const old = slowRender(rendered('old', 'article:1'))
  const early = cache.getOrRender('/a', old.render)
  cache.invalidate(['article:1'])
  const late = cache.getOrRender('/a', async () => rendered('new', 'article:1'))
  old.finish()
  expect((await early).bytes.identity.toString()).toBe('old')
  expect((await late).bytes.identity.toString()).toBe('new')
  expect(cache.get('/a')?.bytes.identity.toString()).toBe('new')
})

test('invalidating an unrelated tag does not affect a render in progress', async () => {
  const cache = aCache()
  const page = slowRender(rendered('x', 'article:1'))
  const asked = cache.getOrRender('/a', page.render)
  cache.invalidate(['article:2'])
  page.finish()
  await asked
  expect(cache.get('/a')).toBeDefined()
})

test('only responses with status 200 are cached', async () => {
  const cache = aCache()
  await cache.getOrRender('/a', async () => ({ ...rendered('gone'), status: 404 }))
  expect(cache.get('/a')).toBeUndefined()
})

test('a failed render rejects all waiting requests, and the next request renders again', async () => {
  const cache = aCache()
  await expect(cache.getOrRender('/a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await cache.getOrRender('/a', async () => rendered('yes'))
  expect(cache.get('/a')).toBeDefined()
})

test('the least recently used pages are evicted', async () => {
  const one = await createPageCache({ maxBytes: 1_000_000 }).getOrRender('/', async () => rendered('x'.repeat(1000)))
  const cache = aCache(one.size * 2 + 10)
  for (const key of ['/a', '/b']) await cache.getOrRender(key, async () => rendered('x'.repeat(1000)))
  cache.get('/a')
  await cache.getOrRender('/c', async () => rendered('x'.repeat(1000)))
  expect(['/a', '/b', '/c'].filter((key) => cache.get(key))).toEqual(['/a', '/c'])
  expect(cache.stats().bytes).toBeLessThanOrEqual(one.size * 2 + 10)
})

test('nothing is cached without a LISTEN connection', async () => {
  const cache = aCache()
  await cache.getOrRender('/a', async () => rendered('x'))
  cache.setListening(false)
  expect(cache.get('/a')).toBeUndefined()
  await cache.getOrRender('/a', async () => rendered('x'))
  expect(cache.get('/a')).toBeUndefined()
  cache.setListening(true)
  await cache.getOrRender('/a', async () => rendered('x'))
  expect(cache.get('/a')).toBeDefined()
})
