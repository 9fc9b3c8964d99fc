import type { Serve } from '#server/platform/door.ts'
import { oneResponse } from './one.ts'
import { listReplies } from './replies.ts'
import { storyThreads } from './threads.ts'

export function responseRoutes(serve: Serve) {
  serve('GET /api/stories/{ref}/responses', (ctx, { params, query }) => storyThreads(ctx, params.ref, query))
  serve('GET /api/responses/{id}/replies', (ctx, { params, query }) => listReplies(ctx, params.id, query))
  serve('GET /api/responses/{id}', (ctx, { params }) => oneResponse(ctx, params.id))
}
