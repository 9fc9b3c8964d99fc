import type { Serve } from '#server/platform/api.ts'
import { home } from './home.ts'
import { getTag } from '#server/reading/lists.ts'
import { following } from './following.ts'
import { forYou } from './for-you.ts'
import { forgetReading, listReadings, noteReading } from './readings.ts'
import { beside, trending } from './stories.ts'
import { followTopic, leaveTopic, topics, topicsOfPerson } from './topics.ts'
import { setWeights } from './tune.ts'
import { weightsOf } from './weights.ts'

export function discoveryRoutes(serve: Serve) {
  serve('GET /api/home', (ctx) => home(ctx))
  serve('GET /api/trending', (ctx, { query }) => trending(ctx, query))
  serve('GET /api/stories/{ref}/beside', (ctx, { params }) => beside(ctx, params.ref))
  serve('GET /api/tags/{slug}', (ctx, { params }) => getTag(ctx, params.slug))
  serve('POST /api/stories/{ref}/reading', (ctx, { params, body }) => noteReading(ctx, params.ref, body))
  serve('GET /api/for-you', (ctx, { query }) => forYou(ctx, query))
  serve('GET /api/for-you/weights', ({ db, viewer }) => weightsOf(db, viewer.id))
  serve('PUT /api/for-you/weights', (ctx, { body }) => setWeights(ctx, body))
  serve('GET /api/following', (ctx, { query }) => following(ctx, query))
  serve('GET /api/readings', (ctx) => listReadings(ctx))
  serve('DELETE /api/readings/{ref}', (ctx, { params }) => forgetReading(ctx, params.ref))
  serve('GET /api/topics', (ctx) => topics(ctx))
  serve('GET /api/people/{ref}/topics', (ctx, { params }) => topicsOfPerson(ctx, params.ref))
  serve('PUT /api/topics/{kind}/{slug}', (ctx, { params }) => followTopic(ctx, params))
  serve('DELETE /api/topics/{kind}/{slug}', (ctx, { params }) => leaveTopic(ctx, params))
}
