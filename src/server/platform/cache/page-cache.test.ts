import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createPageCache, type Rendered } from './page-cache.ts'

function rendered(body: string, ...shows: string[]): Rendered {
  return { status: 200, type: 'text/html', body, shows: new Set(shows), headers: {} }
}

function aCache(maxBytes = 1_000_000) {
  const cache = createPageCache({ maxBytes })
  cache.setListening(true)
  return cache
}

/** A rendering that ends when told to. */
function slowly(result: Rendered) {
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

test('a page is rendered once, and packed once when somebody asks for it packed', async () => {
  const cache = aCache()
  let calls = 0
  const render = async () => {
    calls += 1
    return rendered('<p>hello</p>', 'article:1')
  }
  await cache.through('/a', render)
  const kept = await cache.through('/a', render)
  expect(calls).toBe(1)
  expect(kept.bytes.identity.toString()).toBe('<p>hello</p>')
  const [first, again] = await Promise.all([cache.packed(kept, 'br'), cache.packed(kept, 'br')])
  expect(brotliDecompressSync(first).toString()).toBe('<p>hello</p>')
  expect(again).toBe(first)
  expect(cache.stats().bytes).toBe(kept.bytes.identity.length + first.length)
  expect(kept.etag).toMatch(/^W\/"[\w-]{22}"$/)
})

test('however many ask at once, it is rendered once', async () => {
  const cache = aCache()
  const page = slowly(rendered('x'))
  const all = Promise.all([1, 2, 3].map(() => cache.through('/a', page.render)))
  page.finish()
  await all
  expect(page.calls()).toBe(1)
})

test('a page goes when something it shows changes, and others stay', async () => {
  const cache = aCache()
  await cache.through('/a', async () => rendered('a', 'article:1', 'latest'))
  await cache.through('/b', async () => rendered('b', 'article:2'))
  cache.forget(['article:1'])
  expect(cache.get('/a')).toBeUndefined()
  expect(cache.get('/b')).toBeDefined()
})

test('a rendering that began before a change is neither kept nor handed to those who ask after it', async () => {
  const cache = aCache()
  const old = slowly(rendered('old', 'article:1'))
  const early = cache.through('/a', old.render)
  cache.forget(['article:1'])
  const late = cache.through('/a', async () => rendered('new', 'article:1'))
  old.finish()
  expect((await early).bytes.identity.toString()).toBe('old')
  expect((await late).bytes.identity.toString()).toBe('new')
  expect(cache.get('/a')?.bytes.identity.toString()).toBe('new')
})

test('an unrelated change does not keep a rendering from being kept', async () => {
  const cache = aCache()
  const page = slowly(rendered('x', 'article:1'))
  const asked = cache.through('/a', page.render)
  cache.forget(['article:2'])
  page.finish()
  await asked
  expect(cache.get('/a')).toBeDefined()
})

test('only pages that were found are kept', async () => {
  const cache = aCache()
  await cache.through('/a', async () => ({ ...rendered('gone'), status: 404 }))
  expect(cache.get('/a')).toBeUndefined()
})

test('a failed rendering fails for those who waited and is tried again by the next', async () => {
  const cache = aCache()
  await expect(cache.through('/a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await cache.through('/a', async () => rendered('yes'))
  expect(cache.get('/a')).toBeDefined()
})

test('the least recently used pages make room', async () => {
  const one = await createPageCache({ maxBytes: 1_000_000 }).through('/', async () => rendered('x'.repeat(1000)))
  const cache = aCache(one.size * 2 + 10)
  for (const key of ['/a', '/b']) await cache.through(key, async () => rendered('x'.repeat(1000)))
  cache.get('/a')
  await cache.through('/c', async () => rendered('x'.repeat(1000)))
  expect(['/a', '/b', '/c'].filter((key) => cache.get(key))).toEqual(['/a', '/c'])
  expect(cache.stats().bytes).toBeLessThanOrEqual(one.size * 2 + 10)
})

test('nothing is kept while nobody would tell of changes', async () => {
  const cache = aCache()
  await cache.through('/a', async () => rendered('x'))
  cache.setListening(false)
  expect(cache.get('/a')).toBeUndefined()
  await cache.through('/a', async () => rendered('x'))
  expect(cache.get('/a')).toBeUndefined()
  cache.setListening(true)
  await cache.through('/a', async () => rendered('x'))
  expect(cache.get('/a')).toBeDefined()
})
