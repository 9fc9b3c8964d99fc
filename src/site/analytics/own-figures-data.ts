import type { DataArgs } from '#site/page.ts'
import { readRange } from './range.ts'

export async function ownFiguresData({ api, query }: DataArgs) {
  return { ...(await api('GET /api/analytics/own', { query: readRange(query) })), query }
}
