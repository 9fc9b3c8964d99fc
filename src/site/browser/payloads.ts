import { patientFetch } from '#site/fetch.ts'
import type { Payload } from '#site/wire.ts'

const FRESH_MS = 30_000
const MOST_KEPT = 20

type Kept = { payload: Promise<Payload>; at: number }

/** The data of pages, fetched when a visitor goes there or a little before. */
export function createPayloads(base: string) {
  const early = new Map<string, Kept>()

  async function fetchPayload(path: string, signal?: AbortSignal): Promise<Payload> {
    const response = await patientFetch(payloadAddress(base, path), {
      headers: { accept: 'application/json' },
      ...(signal && { signal }),
    })
    // A page that refuses still has a payload, which says what to show.
    if (response.headers.get('content-type')?.includes('json')) return (await response.json()) as Payload
    throw new Error(`The page’s data could not be read (${response.status}).`)
  }

  /** Fetches ahead. What nobody asks for soon is fetched again. */
  async function preload(path: string) {
    const kept = early.get(path)
    if (kept && Date.now() - kept.at < FRESH_MS) return
    const [oldest] = early.keys()
    if (early.size >= MOST_KEPT && oldest !== undefined) early.delete(oldest)
    const payload = fetchPayload(path)
    early.set(path, { payload, at: Date.now() })
    // A failure here is nobody's concern: the visit itself will try again.
    await payload.catch(() => early.delete(path))
  }

  /** The data for a visit that is happening. A payload fetched ahead is used once. */
  function take(path: string, signal: AbortSignal): Promise<Payload> {
    const kept = early.get(path)
    early.delete(path)
    return kept && Date.now() - kept.at < FRESH_MS ? kept.payload : fetchPayload(path, signal)
  }

  return { preload, take }
}

export function payloadAddress(base: string, path: string) {
  const [pathname = '/', query] = path.split('?', 2)
  const file = `${pathname.replace(/^\/|\/+$/g, '')}/_payload.json`.replace(/^\//, '')
  return base + file + (query ? `?${query}` : '')
}
