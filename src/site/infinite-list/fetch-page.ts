import type { PageOf } from '#contract/shapes.ts'
import { createPayloads } from '#site/browser/payloads.ts'

type Wanted = { base: string; path: string; routeId: string; signal: AbortSignal }

/** The next page of a list, taken from the payload of the page at `path`. */
export async function fetchPage<Item>({ base, path, routeId, signal }: Wanted): Promise<PageOf<Item>> {
  const payload = await createPayloads(base).take(path, signal)
  const data = payload.redirect ? null : payload.loaderData[routeId]
  const page = isRecord(data) && 'page' in data ? data['page'] : data
  // With an invalid cursor the payload holds the first page, which is on the screen already.
  const found = isPageOf<Item>(page) && !(isRecord(data) && data['invalidCursor'])
  if (!found) throw new Error(`no list in the payload of ${path}`)
  return page
}

/** Checks for a list; the caller knows the type of its items. */
export function isPageOf<Item>(value: unknown): value is PageOf<Item> {
  return isRecord(value) && Array.isArray(value['items']) && 'next' in value
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
