import type { DataArgs } from '#site/page.ts'
import { parseDeskQuery } from './desk-query.ts'

export async function deskData({ api, query }: DataArgs) {
  const { before } = query
  const asked = parseDeskQuery(query, 'draft')
  const { state, sort, q } = asked
  const [page, counts] = await Promise.all([
    api('GET /api/articles', { query: { state, sort, q: q || undefined, before } }),
    api('GET /api/articles/counts'),
  ])
  return { ...page, counts, asked, first: before === undefined }
}
