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
  const topic = { kind: 'tag' as const, slug: tag.slug, name: tag.name, following }
  return { tag, page, topic, first: query['before'] === undefined }
}
