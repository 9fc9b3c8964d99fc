import type { Topic } from '#contract/discovery.ts'
import type { DataArgs } from '#site/page.ts'
import { followsData } from './follows-data.ts'

export async function followingData(args: DataArgs) {
  const { api, params } = args
  const [follows, topics] = await Promise.all([
    followsData(args, 'following'),
    // The people are what the page is for: without the topics it is still worth having.
    api('GET /api/people/{ref}/topics', { params: { ref: params['userId'] ?? '' } }).catch((): Topic[] => []),
  ])
  return { ...follows, topics }
}
