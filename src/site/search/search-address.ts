import type { SearchKind } from '#contract/search.ts'

export type Chosen = { category?: string; tag?: string; author?: string; year?: string }
export type SearchQuery = Chosen & { q: string; kind?: SearchKind; before?: string; exact?: boolean }

/** The address of a search. What is usual is left out, so that one search has one address. */
export function searchAddress({ q, kind = 'stories', before, exact, ...chosen }: SearchQuery) {
  const query = new URLSearchParams({ q })
  if (kind !== 'stories') query.set('kind', kind)
  for (const [name, value] of Object.entries(chosen)) if (value) query.set(name, value)
  if (exact) query.set('exact', '1')
  if (before) query.set('before', before)
  return `/search?${query.toString()}`
}
