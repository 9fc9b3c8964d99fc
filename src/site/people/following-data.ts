import type { Topic } from '#contract/discovery.ts'
import type { DataArgs } from '#site/page.ts'
import { loadFollows } from './load-follows.ts'

export async function followingData(args: DataArgs) {
  const { api, params } = args
  const [follows, topics] = await Promise.all([
    loadFollows(args, 'following'),
    // Topics are optional: the page still works if they fail to load.
    api('GET /api/people/{ref}/topics', { params: { ref: params['userId'] ?? '' } }).catch((): Topic[] => []),
  ])
  return { ...follows, topics }
}
