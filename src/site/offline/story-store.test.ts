import { expect, test, vi } from 'vitest'
import type { ReadStory } from './read-stories.ts'
import { createStoryStore } from './story-store.ts'

const KB = 1024

/** The browser's cache storage, in memory. */
function fakeCaches() {
  const all = new Map<string, Map<string, Response>>()
  return {
    async open(name: string) {
      const entries = all.get(name) ?? new Map<string, Response>()
      all.set(name, entries)
      return {
        put: async (url: string, response: Response) => void entries.set(url, response),
        match: async (url: string) => entries.get(url)?.clone(),
        keys: async () => [...entries.keys()].map((url) => ({ url: new URL(url, 'http://localhost').href })),
        delete: async (url: string) => entries.delete(url),
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
