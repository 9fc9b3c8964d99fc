import type { SearchKind } from '#contract/search.ts'
import type { DataArgs } from '#site/page.ts'
import type { SelectedFacets } from './search-address.ts'

const kinds: readonly SearchKind[] = ['stories', 'creators', 'tags', 'categories']

export async function searchData({ api, query }: DataArgs) {
  const kind = kinds.find((each) => each === query['kind'])
  const chosen: SelectedFacets = {
    ...(query['category'] && { category: query['category'] }),
    ...(query['tag'] && { tag: query['tag'] }),
    ...(query['author'] && { author: query['author'] }),
    ...(/^\d{4}$/.test(query['year'] ?? '') && { year: query['year'] }),
  }
  const exact = query['exact'] === '1'
  const before = query['before'] || undefined
  const asked = { q: query['q'] ?? '', kind, before, ...chosen, ...(exact && { exact: '1' as const }) }
  const answer = await api('GET /api/search', { query: asked })
  return { ...answer, chosen, exact, first: before === undefined }
}
