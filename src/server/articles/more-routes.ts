import type { Serve } from '#server/platform/door.ts'
import { leaveByline, setCoAuthors } from './co-authors.ts'
import { countEverybodys, countOwn, listEverybodys, listMine } from './desk.ts'
import { setFeatured } from './featured.ts'
import { addNote, deleteNote, listNotes, resolveNote } from './notes.ts'
import { preview } from './previews.ts'
import { restoreRevision } from './restore.ts'
import { getRevision, listRevisions } from './revisions.ts'
import { endLink, listLinks, makeLink } from './share-links.ts'
import { chargeDocument } from './prepare.ts'
import { addTemplate, changeTemplate, deleteTemplate, listTemplates, orderTemplates } from './templates.ts'

/** What stands around writing: the desk, what was before, what others say, and whom it is shown to. */
export function moreArticleRoutes(serve: Serve) {
  serve('GET /api/articles', (ctx, { query }) => listMine(ctx, query))
  serve('GET /api/articles/counts', (ctx) => countOwn(ctx))
  serve('GET /api/admin/articles', (ctx, { query }) => listEverybodys(ctx, query))
  serve('GET /api/admin/articles/counts', (ctx) => countEverybodys(ctx))
  serve('PUT /api/articles/{id}/featured', (ctx, { params, body }) => setFeatured(ctx, params.id, body.featured))
  serve('PUT /api/articles/{id}/co-authors', (ctx, { params, body }) => setCoAuthors(ctx, params.id, body.people))
  serve('DELETE /api/articles/{id}/byline', (ctx, { params }) => leaveByline(ctx, params.id))

  serve('GET /api/articles/{id}/revisions', (ctx, { params, query }) => listRevisions(ctx, params.id, query))
  serve('GET /api/articles/{id}/revisions/{revision}', (ctx, { params }) =>
    getRevision(ctx, params.id, params.revision),
  )
  serve('POST /api/articles/{id}/revisions/{revision}/restore', (ctx, { params, body }) =>
    restoreRevision(ctx, params.id, params.revision, body.version),
  )

  serve('GET /api/articles/{id}/notes', (ctx, { params }) => listNotes(ctx, params.id))
  serve('POST /api/articles/{id}/notes', (ctx, { params, body }) => addNote(ctx, params.id, body))
  serve('PATCH /api/articles/{id}/notes/{note}', (ctx, { params, body }) =>
    resolveNote(ctx, params.id, params.note, body.resolved),
  )
  serve('DELETE /api/articles/{id}/notes/{note}', (ctx, { params }) => deleteNote(ctx, params.id, params.note))

  serve('GET /api/articles/{id}/links', (ctx, { params }) => listLinks(ctx, params.id))
  serve('POST /api/articles/{id}/links', (ctx, { params, body }) => makeLink(ctx, params.id, body.days))
  serve('DELETE /api/articles/{id}/links/{link}', (ctx, { params }) => endLink(ctx, params.id, params.link))
  serve('GET /api/previews/{ref}', (ctx, { params, query }) => preview(ctx, params.ref, query.key))

  serve('GET /api/templates', (ctx) => listTemplates(ctx))
  serve('POST /api/templates', async (ctx, { body }) => {
    await chargeDocument(ctx, body.body)
    return addTemplate(ctx, body)
  })
  serve('PUT /api/templates/order', (ctx, { body }) => orderTemplates(ctx, body.ids))
  serve('PUT /api/templates/{id}', async (ctx, { params, body }) => {
    await chargeDocument(ctx, body.body)
    return changeTemplate(ctx, params.id, body)
  })
  serve('DELETE /api/templates/{id}', (ctx, { params }) => deleteTemplate(ctx, params.id))
}
