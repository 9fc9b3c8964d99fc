import type { Serve } from '#server/platform/api.ts'
import { addNote, deleteNote, listNotes, resolveNote } from './notes.ts'
import { preview } from './previews.ts'
import { endLink, listLinks, makeLink } from './share-links.ts'

export function reviewRoutes(serve: Serve) {
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
}
