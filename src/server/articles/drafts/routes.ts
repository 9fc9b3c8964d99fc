import type { Serve } from '#server/platform/api.ts'
import { presentArticle } from '#server/articles/present.ts'
import { chargeDocument } from '#server/documents/prepare.ts'
import { leaveByline, setCoAuthors } from './co-authors.ts'
import { duplicateArticle } from './duplicate.ts'
import { createDraft, describeNewArticle, saveDraft } from './drafts.ts'
import { createTemplate, updateTemplate, deleteTemplate, listTemplates, reorderTemplates } from './templates.ts'

export function draftRoutes(serve: Serve) {
  serve('POST /api/articles', async (ctx, { body }) => {
    await chargeDocument(ctx, body.body)
    return createDraft(ctx, body)
  })
  serve('GET /api/articles/new', (ctx) => describeNewArticle(ctx))
  serve('POST /api/articles/{id}/duplicate', (ctx, { params, body }) => duplicateArticle(ctx, params.id, body.id))
  serve('GET /api/articles/{id}', (ctx, { params }) => presentArticle(ctx, params.id))
  serve('PUT /api/articles/{id}/draft', async (ctx, { params, body }) => {
    await chargeDocument(ctx, body.body)
    return saveDraft(ctx, params.id, body)
  })
  serve('PUT /api/articles/{id}/co-authors', (ctx, { params, body }) => setCoAuthors(ctx, params.id, body.people))
  serve('DELETE /api/articles/{id}/byline', (ctx, { params }) => leaveByline(ctx, params.id))

  serve('GET /api/templates', (ctx) => listTemplates(ctx))
  serve('POST /api/templates', async (ctx, { body }) => {
    await chargeDocument(ctx, body.body)
    return createTemplate(ctx, body)
  })
  serve('PUT /api/templates/order', (ctx, { body }) => reorderTemplates(ctx, body.ids))
  serve('PUT /api/templates/{id}', async (ctx, { params, body }) => {
    await chargeDocument(ctx, body.body)
    return updateTemplate(ctx, params.id, body)
  })
  serve('DELETE /api/templates/{id}', (ctx, { params }) => deleteTemplate(ctx, params.id))
}
