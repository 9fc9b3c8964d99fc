import { fetchWithRetry } from '#site/fetch.ts'
import type { Payload } from '#site/page-data.ts'

const FRESH_MS = 30_000
const MOST_KEPT = 20

/** Prefetched data; null until the fetch starts. */
type Kept = { at: number; payload: Promise<Payload> | null }

/** Fetches and prefetches the payloads of pages. */
export function createPayloads(base: string) {
  const early = new Map<string, Kept>()
  const visiting = new Set<string>()

  async function fetchPayload(path: string, signal?: AbortSignal): Promise<Payload> {
    const response = await fetchWithRetry(payloadAddress(base, path), {
      headers: { accept: 'application/json' },
      ...(signal && { signal }),
    })
    // An error response has a payload, too, which says what to show.
    if (response.headers.get('content-type')?.includes('json')) return (await response.json()) as Payload
    throw new Error(`The page’s data could not be read (${response.status}).`)
  }

  const isFresh = ({ at }: Kept) => Date.now() - at < FRESH_MS

  /**
   * Reserves a payload and returns a function that fetches it; null when it is fetched or
   * queued already. A payload that is not used soon is fetched again.
   */
  function ahead(path: string): (() => Promise<unknown>) | null {
    const kept = early.get(path)
    if (visiting.has(path) || (kept && isFresh(kept))) return null
    const [oldest] = early.keys()
    if (early.size >= MOST_KEPT && oldest !== undefined) early.delete(oldest)
    const place: Kept = { at: Date.now(), payload: null }
    early.set(path, place)
    return async () => {
      // A navigation has fetched it meanwhile.
      if (early.get(path) !== place) return
      place.at = Date.now()
      place.payload = fetchPayload(path)
      // Ignored: the navigation itself tries again.
      await place.payload.catch(() => early.get(path) === place && early.delete(path))
    }
  }

  /** The data for a navigation. A prefetched payload is used once. */
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
