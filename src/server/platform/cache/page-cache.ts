import { brotliCompress, constants, gzip } from 'node:zlib'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)
// Higher settings save a few per cent and cost a reader of a fresh page tens of milliseconds.
const BROTLI_QUALITY = 5

/** What a page or payload is before it is kept. `shows` names everything it was made from. */
export type Rendered = {
  status: number
  type: string
  body: string
  shows: Set<string>
  headers: Record<string, string>
}

export type Encoding = 'br' | 'gzip' | 'identity'
export type Kept = Omit<Rendered, 'body'> & {
  etag: string
  /** The page itself, and the packed forms that somebody has asked for so far. */
  bytes: { identity: Buffer } & Partial<Record<Encoding, Buffer>>
  size: number
  /** When it was last asked for, counted in requests. */
  used: number
}

export type PageCache = ReturnType<typeof createPageCache>

type Flight = { result: Promise<Kept>; forgotten: Set<string>; spoiled: boolean }

/** Keeps rendered pages in memory until something they show changes. Least recently used goes first. */
export function createPageCache({ maxBytes }: { maxBytes: number }) {
  const kept = new Map<string, Kept>()
  const owned = new WeakSet<Kept>()
  const byName = new Map<string, Set<string>>()
  const flights = new Set<Flight>()
  const joinable = new Map<string, Flight>()
  let size = 0
  let requests = 0
  // Nothing is kept while nobody would tell us about changes.
  let listening = false

  function drop(key: string) {
    const page = kept.get(key)
    if (!page) return
    kept.delete(key)
    owned.delete(page)
    size -= page.size
    for (const name of page.shows) {
      const keys = byName.get(name)
      keys?.delete(key)
      if (keys?.size === 0) byName.delete(name)
    }
  }

  function keep(key: string, page: Kept) {
    drop(key)
    page.used = ++requests
    kept.set(key, page)
    owned.add(page)
    for (const name of page.shows) {
      const keys = byName.get(name)
      if (keys) keys.add(key)
      else byName.set(name, new Set([key]))
    }
    grow(page.size)
  }

  /** Looks at every page, but only when one has to go; a hit only notes a number. */
  function longestUnused() {
    let [oldest, least] = ['', Infinity]
    for (const [key, { used }] of kept) if (used < least) [oldest, least] = [key, used]
    return oldest
  }

  function get(key: string): Kept | undefined {
    const page = kept.get(key)
    if (page) page.used = ++requests
    return page
  }

  /** The kept page, or a new one: however many ask at once, it is rendered once. */
  function through(key: string, render: () => Promise<Rendered>): Promise<Kept> {
    const page = get(key)
    if (page) return Promise.resolve(page)
    const flying = joinable.get(key)
    if (flying) return flying.result

    const flight: Flight = { result: render().then(pack), forgotten: new Set(), spoiled: !listening }
    flights.add(flight)
    joinable.set(key, flight)
    const landed = () => {
      flights.delete(flight)
      if (joinable.get(key) === flight) joinable.delete(key)
    }
    flight.result.then((fresh) => {
      landed()
      const outdated = flight.spoiled || [...flight.forgotten].some((name) => fresh.shows.has(name))
      if (fresh.status === 200 && !outdated && fresh.size <= maxBytes) keep(key, fresh)
    }, landed)
    return flight.result
  }

  /** Drops every page that shows one of these. A rendering under way may hold the old state: it is not kept, nor joined. */
  function forget(names: Iterable<string>) {
    for (const name of names) {
      for (const key of new Set(byName.get(name))) drop(key)
      for (const flight of flights) flight.forgotten.add(name)
    }
    joinable.clear()
  }

  /** The page packed as asked, which is done once and kept with it. */
  async function packed(page: Kept, encoding: Encoding): Promise<Buffer> {
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
    while (size > maxBytes && kept.size > 0) drop(longestUnused())
  }

  function setListening(now: boolean) {
    listening = now
    for (const key of kept.keys()) drop(key)
    for (const flight of flights) flight.spoiled = true
    joinable.clear()
  }

  return { get, through, packed, forget, setListening, stats: () => ({ pages: kept.size, bytes: size }) }
}

function pack({ body, ...rest }: Rendered): Kept {
  const identity = Buffer.from(body)
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  return { ...rest, etag, bytes: { identity }, size: identity.length, used: 0 }
}

function compress(bytes: Buffer, encoding: 'br' | 'gzip') {
  if (encoding === 'gzip') return toGzip(bytes)
  return toBrotli(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
}
