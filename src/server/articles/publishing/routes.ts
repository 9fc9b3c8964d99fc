import type { Serve } from '#server/platform/api.ts'
import { listTransitions, transitionArticle, transitionArticles } from '#server/articles/transitions.ts'
import { deletePermanently } from '#server/articles/trash.ts'
import { setFeatured } from './featured.ts'

export function publishingRoutes(serve: Serve) {
  serve('POST /api/articles/{id}/moves', (ctx, { params, body }) => transitionArticle(ctx, params.id, body))
  serve('GET /api/articles/{id}/moves', (ctx, { params }) => listTransitions(ctx, params.id))
  serve('POST /api/articles/moves', (ctx, { body }) => transitionArticles(ctx, body))
  serve('PUT /api/articles/{id}/featured', (ctx, { params, body }) => setFeatured(ctx, params.id, body.featured))
  serve('DELETE /api/articles/{id}', (ctx, { params }) => deletePermanently(ctx, params.id))
}
