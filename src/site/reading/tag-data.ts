import { redirect } from 'react-router'
import type { DataArgs } from '#site/page.ts'
import { isFollowingTopic } from '#site/discovery/is-following-topic.ts'

export async function tagData(args: DataArgs) {
  const { api, params, query } = args
  const slug = params['tag'] ?? ''
  const [tag, page, following] = await Promise.all([
    api('GET /api/tags/{slug}', { params: { slug } }),
    api('GET /api/stories', { query: { tag: slug, before: query['before'] } }),
    isFollowingTopic(args, 'tag', slug),
  ])
  // The tag was renamed, or merged into another one.
  if (slug.toLowerCase() !== tag.slug) throw redirect(`/tag/${encodeURIComponent(tag.slug)}`, 301)
  const topic = { kind: 'tag' as const, slug: tag.slug, name: tag.name, following }
  return { tag, page, topic, first: query['before'] === undefined }
}
