import type { DataArgs } from '#site/page.ts'
import { readRange } from './range.ts'

const kinds = ['public', 'own', 'all'] as const

export async function pageViewsData({ api, query }: DataArgs) {
  const of = kinds.find((kind) => kind === query['of'])
  return { ...(await api('GET /api/analytics/pages', { query: { ...readRange(query), of } })), query }
}
