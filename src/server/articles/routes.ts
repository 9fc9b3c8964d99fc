import type { Serve } from '#server/platform/door.ts'
import { createDraft, saveDraft } from './drafts.ts'
import { listMoves, move, moveMany } from './moves.ts'
import { presentArticle } from './present.ts'
import { deleteForEver } from './trash.ts'

export function articleRoutes(serve: Serve) {
  serve('POST /api/articles', (ctx, { body }) => createDraft(ctx, body))
  serve('GET /api/articles/{id}', (ctx, { params }) => presentArticle(ctx, params.id))
  serve('PUT /api/articles/{id}/draft', (ctx, { params, body }) => saveDraft(ctx, params.id, body))
  serve('POST /api/articles/{id}/moves', (ctx, { params, body }) => move(ctx, params.id, body))
  serve('GET /api/articles/{id}/moves', (ctx, { params }) => listMoves(ctx, params.id))
  serve('POST /api/articles/moves', (ctx, { body }) => moveMany(ctx, body))
  serve('DELETE /api/articles/{id}', (ctx, { params }) => deleteForEver(ctx, params.id))
}
