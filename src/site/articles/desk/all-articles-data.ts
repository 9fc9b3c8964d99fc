import type { DataArgs } from '#site/page.ts'
import { parseDeskQuery } from './desk-query.ts'

export async function allArticlesData({ api, query }: DataArgs) {
  const { before } = query
  const asked = parseDeskQuery(query, 'in-review')
  const { state, sort, q, author, category } = asked
  const [page, counts] = await Promise.all([
    api('GET /api/admin/articles', {
      query: {
        state,
        sort,
        q: q || undefined,
        author: author || undefined,
        category: category || undefined,
        before,
      },
    }),
    api('GET /api/admin/articles/counts'),
  ])
  return { ...page, counts, asked, first: before === undefined }
}
