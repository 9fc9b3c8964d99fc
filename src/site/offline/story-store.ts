import { OFFLINE_BYTES, OFFLINE_LEAST_BYTES } from '#contract/constants.ts'
import { FILES, READ, type ReadStory, lastUsed, listUrl, readStories } from './read-stories.ts'

const MOST_STORIES = 50
const MOST_SPARE_FILES = 300
const QUOTA_SHARE = 0.1

export type StoryStore = ReturnType<typeof createStoryStore>

/** The stored stories. Only the worker writes, one operation at a time. */
export function createStoryStore(base: string) {
  let last: Promise<unknown> = Promise.resolve()

  function inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const next = last.then(work)
    // A failure does not stop the next operation.
    last = next.catch(() => {})
    return next
  }

  /** Stores a response under its URL and returns its size. */
  async function put(address: string, answer: Response) {
    const body = await answer.blob()
    const headers = { 'content-type': answer.headers.get('content-type') ?? '' }
    await (await caches.open(READ)).put(address, new Response(body, { headers }))
    return body.size
  }

  /** Writes the list and evicts the least recently used stories that do not fit. */
  async function write(stories: ReadStory[]) {
    const most = await room()
    const kept = stories.toSorted((a, b) => lastUsed(b) - lastUsed(a)).slice(0, MOST_STORIES)
    while (kept.length > 1 && sizeOf(kept) > most) kept.pop()
    const read = await caches.open(READ)
    await read.put(listUrl(base), new Response(JSON.stringify(kept)))
    const named = new Set([listUrl(base), ...kept.flatMap(({ files }) => Object.keys(files))])
    for (const { url } of await read.keys()) if (!named.has(cacheKeyOf(url))) await read.delete(url)
    await thinFiles(new Set(kept.flatMap(({ assets }) => assets)))
  }

  /** Build files that no stored page references; the newest ones may belong to the current build. */
  async function thinFiles(named: Set<string>) {
    const files = await caches.open(FILES)
    const spare = (await files.keys()).filter(({ url }) => !named.has(cacheKeyOf(url)))
    for (const { url } of spare.slice(0, -MOST_SPARE_FILES)) await files.delete(url)
  }

  return { inOrder, put, write, stories: () => readStories(base) }
}

/** The size limit: less where the browser's quota is small, but enough for a few stories. */
async function room() {
  const { quota = Infinity } = (await navigator.storage?.estimate()) ?? {}
  return Math.min(OFFLINE_BYTES, Math.max(OFFLINE_LEAST_BYTES, quota * QUOTA_SHARE))
}

export function sizeOf(stories: ReadStory[]) {
  return stories.flatMap(({ files }) => Object.values(files)).reduce((sum, size) => sum + size, 0)
}

/** A URL without its origin, as used for cache keys. */
export function cacheKeyOf(url: string) {
  const { pathname, search } = new URL(url)
  return pathname + search
}
