import type { SearchKind } from '#contract/search.ts'

export type SelectedFacets = { category?: string; tag?: string; author?: string; year?: string }
export type SearchQuery = SelectedFacets & { q: string; kind?: SearchKind; before?: string; exact?: boolean }

/** Without a kind, the page opens the first tab with results. */
export function searchAddress({ q, kind, before, exact, ...chosen }: SearchQuery) {
  const query = new URLSearchParams({ q })
  if (kind) query.set('kind', kind)
  for (const [name, value] of Object.entries(chosen)) if (value) query.set(name, value)
  if (exact) query.set('exact', '1')
  if (before) query.set('before', before)
  return `/search?${query.toString()}`
}
