import { redirect } from 'react-router'
import type { DataArgs } from '#site/page.ts'
import { isFollowingTopic } from '#site/discovery/is-following-topic.ts'

export async function categoryData(args: DataArgs) {
  const { api, params, query } = args
  const slug = params['categoryname'] ?? ''
  const [category, page, following] = await Promise.all([
    api('GET /api/categories/{slug}', { params: { slug } }),
    api('GET /api/stories', { query: { category: slug, before: query['before'] } }),
    isFollowingTopic(args, 'category', slug),
  ])
  // The category was renamed, or merged into another one.
  if (slug.toLowerCase() !== category.slug) throw redirect(`/category/${category.slug}`, 301)
  const topic = { kind: 'category' as const, slug: category.slug, name: category.name, following }
  return { category, page, topic, first: query['before'] === undefined }
}
