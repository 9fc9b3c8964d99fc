import type { DataArgs } from '#site/page.ts'
import { follows } from '#site/discovery/follows.ts'

export async function categoryData(args: DataArgs) {
  const { api, params, query } = args
  const slug = params['categoryname'] ?? ''
  const [category, page, following] = await Promise.all([
    api('GET /api/categories/{slug}', { params: { slug } }),
    api('GET /api/stories', { query: { category: slug, before: query['before'] } }),
    follows(args, 'category', slug),
  ])
  return { category, page, following, first: query['before'] === undefined }
}
