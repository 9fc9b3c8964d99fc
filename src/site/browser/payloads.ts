import { fetchWithRetry } from '#site/fetch.ts'
import type { Payload } from '#site/wire.ts'

const FRESH_MS = 30_000
const MOST_KEPT = 20

/** Data that is wanted ahead; null until its turn to be fetched has come. */
type Kept = { at: number; payload: Promise<Payload> | null }

/** The data of pages, fetched when a visitor goes there or a little before. */
export function createPayloads(base: string) {
  const early = new Map<string, Kept>()
  const visiting = new Set<string>()

  async function fetchPayload(path: string, signal?: AbortSignal): Promise<Payload> {
    const response = await fetchWithRetry(payloadAddress(base, path), {
      headers: { accept: 'application/json' },
      ...(signal && { signal }),
    })
    // A page that refuses still has a payload, which says what to show.
    if (response.headers.get('content-type')?.includes('json')) return (await response.json()) as Payload
    throw new Error(`The page’s data could not be read (${response.status}).`)
  }

  const isFresh = ({ at }: Kept) => Date.now() - at < FRESH_MS

  /**
   * Keeps a place for a page's data and returns what fetches it, for when its turn comes; null when it is had or
   * asked for already. What nobody visits soon is fetched again.
   */
  function ahead(path: string): (() => Promise<unknown>) | null {
    const kept = early.get(path)
    if (visiting.has(path) || (kept && isFresh(kept))) return null
    const [oldest] = early.keys()
    if (early.size >= MOST_KEPT && oldest !== undefined) early.delete(oldest)
    const place: Kept = { at: Date.now(), payload: null }
    early.set(path, place)
    return async () => {
      // Whoever went there meanwhile has fetched it.
      if (early.get(path) !== place) return
      place.at = Date.now()
      place.payload = fetchPayload(path)
      // A failure here is nobody's concern: the visit itself will try again.
      await place.payload.catch(() => early.get(path) === place && early.delete(path))
    }
  }

  /** The data for a visit that is happening. A payload fetched ahead is used once. */
  async function take(path: string, signal: AbortSignal): Promise<Payload> {
    const kept = early.get(path)
    early.delete(path)
    visiting.add(path)
    try {
      return await ((kept && isFresh(kept) && kept.payload) || fetchPayload(path, signal))
    } finally {
      visiting.delete(path)
    }
  }

  return { ahead, take }
}

export function payloadAddress(base: string, path: string) {
  const [pathname = '/', query] = path.split('?', 2)
  const file = `${pathname.replace(/^\/|\/+$/g, '')}/_payload.json`.replace(/^\//, '')
  return base + file + (query ? `?${query}` : '')
}
