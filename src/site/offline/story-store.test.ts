import { expect, test, vi } from 'vitest'
import type { ReadStory } from './read-stories.ts'
import { storeOpened, storeSaved } from './store-story.ts'
import { createStoryStore } from './story-store.ts'

const KB = 1024

/** The browser's cache storage, in memory. */
function fakeCaches() {
  const all = new Map<string, Map<string, Response>>()
  return {
    async open(name: string) {
      const entries = all.get(name) ?? new Map<string, Response>()
      all.set(name, entries)
      const keyOf = (url: string) => new URL(url, 'http://localhost').href
      return {
        put: async (url: string, response: Response) => void entries.set(keyOf(url), response),
        match: async (url: string) => entries.get(keyOf(url))?.clone(),
        keys: async () => [...entries.keys()].map((url) => ({ url })),
        delete: async (url: string) => entries.delete(keyOf(url)),
      }
    },
  }
}

const aStory = (path: string, readAt: number, size: number): ReadStory => ({
  path,
  title: path,
  author: 'Ada',
  language: 'en',
  readAt,
  files: { [`/story/${path}`]: size },
  assets: [],
})

async function stored(quota: number, stories: ReadStory[]) {
  vi.stubGlobal('caches', fakeCaches())
  vi.stubGlobal('navigator', { storage: { estimate: async () => ({ quota }) } })
  const store = createStoryStore('/')
  await store.write(stories)
  return (await store.stories()).map(({ path }) => path)
}

test('a browser with a small quota still stores one megabyte of stories, the most recent', async () => {
  const stories = [aStory('old', 1, 200 * KB), aStory('middle', 2, 500 * KB), aStory('new', 3, 500 * KB)]
  expect(await stored(KB, stories)).toEqual(['new', 'middle'])
  expect(await stored(10_000 * KB, stories)).toEqual(['new', 'middle'])
  // A tenth of this quota is more than a megabyte.
  expect(await stored(12_000 * KB, stories)).toEqual(['new', 'middle', 'old'])
})

test('forty megabytes are the limit of a browser with a large quota', async () => {
  const stories = [1, 2, 3].map((at) => aStory(`story-${at}`, at, 15_000 * KB))
  expect(await stored(Number.MAX_SAFE_INTEGER, stories)).toEqual(['story-3', 'story-2'])
})

/** Answers for the story `p1` with the slug `schöne-gärten`; the addresses are the requests. */
function fakeStory() {
  const addresses: string[] = []
  const story = { id: 'p1', slug: 'schöne-gärten', title: 'Schöne Gärten', language: 'de', author: { name: 'Ada' } }
  const payload = { loaderData: { story: { story: { ...story, html: '<p>Text</p>' } } } }
  vi.stubGlobal('caches', fakeCaches())
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('fetch', async (address: string) => {
    addresses.push(address)
    return address.endsWith('.json') ? Response.json(payload) : new Response('<html lang="de">')
  })
  return addresses
}

test('a saved story with a slug outside ASCII stays stored, and is the one that is opened later', async () => {
  fakeStory()
  const store = createStoryStore('/')
  const path = '/story/sch%C3%B6ne-g%C3%A4rten'
  await storeSaved(store, '/', 'p1')
  const read = await caches.open('bramble-read')
  expect(await (await read.match(path))?.text()).toContain('data-stored')
  expect(await (await read.match(`${path}/_payload.json`))?.json()).toMatchObject({ stored: true })
  await storeOpened(store, '/', { kind: 'opened', path, build: '', pictures: [], assets: [] })
  expect(await store.stories()).toMatchObject([{ path, id: 'p1', savedAt: expect.any(Number) }])
})

test('a saved story takes one request for its payload and one for its page', async () => {
  const addresses = fakeStory()
  await storeSaved(createStoryStore('/'), '/', 'p1')
  expect(addresses).toEqual(['/story/p1/_payload.json', '/story/sch%C3%B6ne-g%C3%A4rten'])
})
