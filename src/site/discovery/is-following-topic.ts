import type { Topic } from '#contract/discovery.ts'
import type { DataArgs } from '#site/page.ts'

export async function isFollowingTopic({ api, viewer }: DataArgs, kind: Topic['kind'], slug: string) {
  if (!viewer) return false
  const { mine } = await api('GET /api/topics')
  return mine.some((topic) => topic.kind === kind && topic.slug === slug.toLowerCase())
}
