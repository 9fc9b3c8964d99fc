import type { Serve } from '#server/platform/door.ts'
import { createDraft, saveDraft } from './drafts.ts'
import { chargeDocument } from './prepare.ts'
import { listMoves, move, moveMany } from './moves.ts'
import { presentArticle } from './present.ts'
import { deleteForEver } from './trash.ts'

export function articleRoutes(serve: Serve) {
  serve('POST /api/articles', async (ctx, { body }) => {
    await chargeDocument(ctx, body.body)
    return createDraft(ctx, body)
  })
  serve('GET /api/articles/{id}', (ctx, { params }) => presentArticle(ctx, params.id))
  serve('PUT /api/articles/{id}/draft', async (ctx, { params, body }) => {
    await chargeDocument(ctx, body.body)
    return saveDraft(ctx, params.id, body)
  })
  serve('POST /api/articles/{id}/moves', (ctx, { params, body }) => move(ctx, params.id, body))
  serve('GET /api/articles/{id}/moves', (ctx, { params }) => listMoves(ctx, params.id))
  serve('POST /api/articles/moves', (ctx, { body }) => moveMany(ctx, body))
  serve('DELETE /api/articles/{id}', (ctx, { params }) => deleteForEver(ctx, params.id))
}
