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
export type Kept = Omit<Rendered, 'body'> & { etag: string; bytes: Record<Encoding, Buffer>; size: number }

export type PageCache = ReturnType<typeof createPageCache>

type Flight = { result: Promise<Kept>; forgotten: Set<string>; spoiled: boolean }

/** Keeps rendered pages in memory until something they show changes. Least recently used goes first. */
export function createPageCache({ maxBytes }: { maxBytes: number }) {
  const kept = new Map<string, Kept>()
  const byName = new Map<string, Set<string>>()
  const flights = new Set<Flight>()
  const joinable = new Map<string, Flight>()
  let size = 0
  // Nothing is kept while nobody would tell us about changes.
  let listening = false

  function drop(key: string) {
    const page = kept.get(key)
    if (!page) return
    kept.delete(key)
    size -= page.size
    for (const name of page.shows) {
      const keys = byName.get(name)
      keys?.delete(key)
      if (keys?.size === 0) byName.delete(name)
    }
  }

  function keep(key: string, page: Kept) {
    drop(key)
    kept.set(key, page)
    size += page.size
    for (const name of page.shows) {
      const keys = byName.get(name)
      if (keys) keys.add(key)
      else byName.set(name, new Set([key]))
    }
    for (const oldest of kept.keys()) {
      if (size <= maxBytes) break
      drop(oldest)
    }
  }

  function get(key: string): Kept | undefined {
    const page = kept.get(key)
    if (page) {
      // A map iterates in the order of insertion, so the first is the one longest unused.
      kept.delete(key)
      kept.set(key, page)
    }
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

  function setListening(now: boolean) {
    listening = now
    kept.clear()
    byName.clear()
    size = 0
    for (const flight of flights) flight.spoiled = true
    joinable.clear()
  }

  return { get, through, forget, setListening, stats: () => ({ pages: kept.size, bytes: size }) }
}

async function pack({ body, ...rest }: Rendered): Promise<Kept> {
  const identity = Buffer.from(body)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  }
  const [br, gz] = await Promise.all([toBrotli(identity, { params }), toGzip(identity)])
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  return { ...rest, etag, bytes: { br, gzip: gz, identity }, size: identity.length + br.length + gz.length }
}
