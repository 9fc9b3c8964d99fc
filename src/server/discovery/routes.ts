import type { Serve } from '#server/platform/api.ts'
import { getHome } from './home.ts'
import { getTag } from '#server/reading/list-stories.ts'
import { listFollowingFeed } from './following.ts'
import { listForYou } from './for-you.ts'
import { type FinishedReadListener, deleteReading, listReadings, recordReading } from './readings.ts'
import { getRelatedStories, listTrending } from './trending-and-related.ts'
import { followTopic, unfollowTopic, listTopics, listPersonTopics } from './topics.ts'
import { updateWeights } from './refresh-recommendations.ts'
import { getWeights } from './weights.ts'

export function discoveryRoutes(serve: Serve, finishedReadListeners: readonly FinishedReadListener[]) {
  serve('GET /api/home', (ctx) => getHome(ctx))
  serve('GET /api/trending', (ctx, { query }) => listTrending(ctx, query))
  serve('GET /api/stories/{ref}/beside', (ctx, { params }) => getRelatedStories(ctx, params.ref))
  serve('GET /api/tags/{slug}', (ctx, { params }) => getTag(ctx, params.slug))
  serve('POST /api/stories/{ref}/reading', (ctx, { params, body }) =>
    recordReading(ctx, params.ref, body, finishedReadListeners),
  )
  serve('GET /api/for-you', (ctx, { query }) => listForYou(ctx, query))
  serve('GET /api/for-you/weights', ({ db, viewer }) => getWeights(db, viewer.id))
  serve('PUT /api/for-you/weights', (ctx, { body }) => updateWeights(ctx, body))
  serve('GET /api/following', (ctx, { query }) => listFollowingFeed(ctx, query))
  serve('GET /api/readings', (ctx) => listReadings(ctx))
  serve('DELETE /api/readings/{ref}', (ctx, { params }) => deleteReading(ctx, params.ref))
  serve('GET /api/topics', (ctx) => listTopics(ctx))
  serve('GET /api/people/{ref}/topics', (ctx, { params }) => listPersonTopics(ctx, params.ref))
  serve('PUT /api/topics/{kind}/{slug}', (ctx, { params }) => followTopic(ctx, params))
  serve('DELETE /api/topics/{kind}/{slug}', (ctx, { params }) => unfollowTopic(ctx, params))
}
