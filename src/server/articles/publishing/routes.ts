import type { Serve } from '#server/platform/api.ts'
import { listMoves, move, moveMany } from '#server/articles/transitions.ts'
import { deleteForEver } from '#server/articles/trash.ts'
import { setFeatured } from './featured.ts'

export function publishingRoutes(serve: Serve) {
  serve('POST /api/articles/{id}/moves', (ctx, { params, body }) => move(ctx, params.id, body))
  serve('GET /api/articles/{id}/moves', (ctx, { params }) => listMoves(ctx, params.id))
  serve('POST /api/articles/moves', (ctx, { body }) => moveMany(ctx, body))
  serve('PUT /api/articles/{id}/featured', (ctx, { params, body }) => setFeatured(ctx, params.id, body.featured))
  serve('DELETE /api/articles/{id}', (ctx, { params }) => deleteForEver(ctx, params.id))
}
