import type { Serve } from '#server/platform/api.ts'
import { addNote, deleteNote, listNotes, resolveNote } from './notes.ts'
import { getPreview } from './previews.ts'
import { revokeShareLink, listShareLinks, createShareLink } from './share-links.ts'

export function reviewRoutes(serve: Serve) {
  serve('GET /api/articles/{id}/notes', (ctx, { params }) => listNotes(ctx, params.id))
  serve('POST /api/articles/{id}/notes', (ctx, { params, body }) => addNote(ctx, params.id, body))
  serve('PATCH /api/articles/{id}/notes/{note}', (ctx, { params, body }) =>
    resolveNote(ctx, params.id, params.note, body.resolved),
  )
  serve('DELETE /api/articles/{id}/notes/{note}', (ctx, { params }) => deleteNote(ctx, params.id, params.note))

  serve('GET /api/articles/{id}/links', (ctx, { params }) => listShareLinks(ctx, params.id))
  serve('POST /api/articles/{id}/links', (ctx, { params, body }) => createShareLink(ctx, params.id, body.days))
  serve('DELETE /api/articles/{id}/links/{link}', (ctx, { params }) => revokeShareLink(ctx, params.id, params.link))
  serve('GET /api/previews/{ref}', (ctx, { params, query }) => getPreview(ctx, params.ref, query.key))
}
