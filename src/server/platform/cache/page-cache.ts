import { brotliCompress, constants, gzip } from 'node:zlib'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import type { CacheTag } from './cache-tags.ts'

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)
// Higher settings save a few per cent and cost a reader of a fresh page tens of milliseconds.
const BROTLI_QUALITY = 5

/** A rendered page or payload, and the tags of everything it was made from. */
export type Rendered = {
  status: number
  type: string
  body: string
  tags: Set<CacheTag>
  headers: Record<string, string>
}

export type Encoding = 'br' | 'gzip' | 'identity'
export type CachedPage = Omit<Rendered, 'body'> & {
  etag: string
  /** The uncompressed page, and the encodings that have been requested so far. */
  bytes: { identity: Buffer } & Partial<Record<Encoding, Buffer>>
  size: number
  /** The number of the request that last used it. */
  lastUsed: number
}

export type PageCache = ReturnType<typeof createPageCache>

/** A render in progress. `invalidated` collects the tags that were invalidated since it started. */
type Render = { result: Promise<CachedPage>; invalidated: Set<string>; stale: boolean }

/** Caches rendered pages in memory until one of their tags is invalidated. Evicts the least recently used. */
export function createPageCache({ maxBytes }: { maxBytes: number }) {
  const pages = new Map<string, CachedPage>()
  const owned = new WeakSet<CachedPage>()
  const keysByTag = new Map<string, Set<string>>()
  const renders = new Set<Render>()
  const joinable = new Map<string, Render>()
  let size = 0
  let requests = 0
  // Without a LISTEN connection, invalidations would be missed, so nothing is cached.
  let listening = false

  function remove(key: string) {
    const page = pages.get(key)
    if (!page) return
    pages.delete(key)
    owned.delete(page)
    size -= page.size
    for (const tag of page.tags) {
      const keys = keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) keysByTag.delete(tag)
    }
  }

  function store(key: string, page: CachedPage) {
    remove(key)
    page.lastUsed = ++requests
    pages.set(key, page)
    owned.add(page)
    for (const tag of page.tags) {
      const keys = keysByTag.get(tag)
      if (keys) keys.add(key)
      else keysByTag.set(tag, new Set([key]))
    }
    grow(page.size)
  }

  /** Scans all pages, but only on eviction; a hit only stores a number. */
  function leastRecentlyUsed() {
    let [oldest, least] = ['', Infinity]
    for (const [key, { lastUsed }] of pages) if (lastUsed < least) [oldest, least] = [key, lastUsed]
    return oldest
  }

  function get(key: string): CachedPage | undefined {
    const page = pages.get(key)
    if (page) page.lastUsed = ++requests
    return page
  }

  /** The cached page, or a new one. Concurrent requests share one render. */
  function getOrRender(key: string, render: () => Promise<Rendered>): Promise<CachedPage> {
    const page = get(key)
    if (page) return Promise.resolve(page)
    const running = joinable.get(key)
    if (running) return running.result

    const started: Render = { result: render().then(toCachedPage), invalidated: new Set(), stale: !listening }
    renders.add(started)
    joinable.set(key, started)
    const finish = () => {
      renders.delete(started)
      if (joinable.get(key) === started) joinable.delete(key)
    }
    started.result.then((fresh) => {
      finish()
      const stale = started.stale || [...fresh.tags].some((tag) => started.invalidated.has(tag))
      if (fresh.status === 200 && !stale && fresh.size <= maxBytes) store(key, fresh)
    }, finish)
    return started.result
  }

  /** Drops every page with one of these tags. A render in progress may have read the old state: it is not cached or joined. */
  function invalidate(signals: Iterable<string>) {
    for (const signal of signals) {
      const tag = signal.replace(/^soon:/, '')
      for (const key of new Set(keysByTag.get(tag))) remove(key)
      for (const render of renders) render.invalidated.add(tag)
    }
    joinable.clear()
  }

  /** The page in this encoding, compressed once and cached with it. */
  async function compressed(page: CachedPage, encoding: Encoding): Promise<Buffer> {
    const ready = page.bytes[encoding]
    if (ready || encoding === 'identity') return ready ?? page.bytes.identity
    const bytes = await compress(page.bytes.identity, encoding)
    if (page.bytes[encoding]) return page.bytes[encoding]
    page.bytes[encoding] = bytes
    page.size += bytes.length
    if (owned.has(page)) grow(bytes.length)
    return bytes
  }

  function grow(by: number) {
    size += by
    while (size > maxBytes && pages.size > 0) remove(leastRecentlyUsed())
  }

  function setListening(now: boolean) {
    listening = now
    for (const key of pages.keys()) remove(key)
    for (const render of renders) render.stale = true
    joinable.clear()
  }

  return {
    get,
    getOrRender,
    compressed,
    invalidate,
    setListening,
    stats: () => ({ pages: pages.size, bytes: size }),
  }
}

function toCachedPage({ body, ...rest }: Rendered): CachedPage {
  const identity = Buffer.from(body)
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  return { ...rest, etag, bytes: { identity }, size: identity.length, lastUsed: 0 }
}

function compress(bytes: Buffer, encoding: 'br' | 'gzip') {
  if (encoding === 'gzip') return toGzip(bytes)
  return toBrotli(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
}
