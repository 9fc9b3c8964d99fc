import { storyThreads } from './threads.ts'
import type { Serve } from '#server/platform/door.ts'

export function responseRoutes(serve: Serve) {
  serve('GET /api/stories/{ref}/responses', (ctx, { params, query }) => storyThreads(ctx, params.ref, query))
}
