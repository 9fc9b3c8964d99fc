import type { Topic } from '#contract/discovery.ts'
import type { DataArgs } from '#site/page.ts'
import { listFollows } from './list-follows.ts'

export async function followingData(args: DataArgs) {
  const { api, params } = args
  const [follows, topics] = await Promise.all([
    listFollows(args, 'following'),
    // The people are what the page is for: without the topics it is still worth having.
    api('GET /api/people/{ref}/topics', { params: { ref: params['userId'] ?? '' } }).catch((): Topic[] => []),
  ])
  return { ...follows, topics }
}
