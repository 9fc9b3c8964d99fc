import type { CreatorSort } from '#contract/people.ts'
import type { DataArgs } from '#site/page.ts'
import { creatorSorts } from './creator-sorts.ts'

const MAX_QUERY_LENGTH = 80

export async function creatorsData({ api, query }: DataArgs) {
  const { before, category } = query
  const q = (query['q'] ?? '').trim().slice(0, MAX_QUERY_LENGTH)
  const sort: CreatorSort = creatorSorts.find(({ sort: one }) => one === query['sort'])?.sort ?? 'read'
  const page = await api('GET /api/creators', {
    query: { before, sort, limit: 24, category: category || undefined, q: q || undefined },
  })
  return { ...page, first: before === undefined, q, sort, category: category || null }
}
