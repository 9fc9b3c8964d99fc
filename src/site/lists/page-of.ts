import type { PageOf } from '#contract/shapes.ts'
import { createPayloads } from '#site/browser/payloads.ts'

type Wanted = { base: string; path: string; routeId: string; signal: AbortSignal }

/** The list of another page of the same kind, from that page's payload: the one that a visit there would get. */
export async function fetchPageOf<Item>({ base, path, routeId, signal }: Wanted): Promise<PageOf<Item>> {
  const payload = await createPayloads(base).take(path, signal)
  const data = payload.redirect ? null : payload.loaderData[routeId]
  const page = isRecord(data) && 'page' in data ? data['page'] : data
  // The beginning instead of the next page would repeat what is there.
  const found = isPageOf<Item>(page) && !(isRecord(data) && data['invalidCursor'])
  if (!found) throw new Error(`There is no list at ${path}`)
  return page
}

/** What the items are is known by whoever asks; here they only have to be a list. */
export function isPageOf<Item>(value: unknown): value is PageOf<Item> {
  return isRecord(value) && Array.isArray(value['items']) && 'next' in value
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
