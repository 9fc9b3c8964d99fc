import type { DataArgs } from '#site/page.ts'
import { readRange } from './range.ts'

const kinds = ['public', 'own', 'all'] as const

export async function pageViewsData({ api, query }: DataArgs) {
  const of = kinds.find((kind) => kind === query['of'])
  const { period, ...figures } = await api('GET /api/analytics/pages', { query: { ...readRange(query), of } })
  // Without the time of counting, so that the page is the same until its figures change.
  const { countedUntil, range, from, to } = period
  return { ...figures, period: { range, from, to }, today: countedUntil.slice(0, 10), query }
}
