import type { DataArgs } from '#site/page.ts'

export async function categoryData({ api, params, query }: DataArgs) {
  const slug = params['categoryname'] ?? ''
  const [category, page] = await Promise.all([
    api('GET /api/categories/{slug}', { params: { slug } }),
    api('GET /api/stories', { query: { category: slug, before: query['before'] } }),
  ])
  return { category, page, first: query['before'] === undefined }
}
