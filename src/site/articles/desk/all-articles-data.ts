import { adminArticleEndpoints } from '#contract/articles/admin-articles.ts'
import { listQuery } from '#site/admin/list/list-query.ts'
import type { DataArgs } from '#site/page.ts'

export async function allArticlesData({ api, query }: DataArgs) {
  const wanted = listQuery(adminArticleEndpoints['GET /api/admin/articles'].query, query)
  const [page, reviewers] = await Promise.all([
    api('GET /api/admin/articles', { query: wanted }),
    api('GET /api/admin/reviewers'),
  ])
  return { ...page, reviewers, query, state: wanted.state }
}
