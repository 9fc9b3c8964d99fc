import type { Serve } from '#server/platform/api.ts'
import { assignReviewer, listReviewers } from './assign.ts'
import { addNote, deleteNote, deleteReply, listNotes, replyToNote, resolveNote } from './notes.ts'
import { getPreview } from './previews.ts'
import { getReview } from './queue.ts'
import { revokeShareLink, listShareLinks, createShareLink } from './share-links.ts'
import { getSubmittedVersion, tickItem } from './submissions.ts'

export function reviewRoutes(serve: Serve) {
  serve('GET /api/articles/{id}/notes', (ctx, { params }) => listNotes(ctx, params.id))
  serve('POST /api/articles/{id}/notes', (ctx, { params, body }) => addNote(ctx, params.id, body))
  serve('PATCH /api/articles/{id}/notes/{note}', (ctx, { params, body }) =>
    resolveNote(ctx, params.id, params.note, body.resolved),
  )
  serve('DELETE /api/articles/{id}/notes/{note}', (ctx, { params }) => deleteNote(ctx, params.id, params.note))

  serve('POST /api/articles/{id}/notes/{note}/replies', (ctx, { params, body }) =>
    replyToNote(ctx, params.id, params.note, body),
  )
  serve('DELETE /api/articles/{id}/notes/{note}/replies/{reply}', (ctx, { params }) =>
    deleteReply(ctx, params.id, params.note, params.reply),
  )

  serve('GET /api/admin/reviewers', (ctx) => listReviewers(ctx))
  serve('POST /api/admin/articles/reviewer', (ctx, { body }) => assignReviewer(ctx, body))
  serve('GET /api/admin/articles/{id}/review', (ctx, { params }) => getReview(ctx, params.id))
  serve('GET /api/admin/articles/{id}/submitted', (ctx, { params }) => getSubmittedVersion(ctx, params.id))
  serve('PUT /api/admin/articles/{id}/checklist', (ctx, { params, body }) => tickItem(ctx, params.id, body))

  serve('GET /api/articles/{id}/links', (ctx, { params }) => listShareLinks(ctx, params.id))
  serve('POST /api/articles/{id}/links', (ctx, { params, body }) => createShareLink(ctx, params.id, body.days))
  serve('DELETE /api/articles/{id}/links/{link}', (ctx, { params }) => revokeShareLink(ctx, params.id, params.link))
  serve('GET /api/previews/{ref}', (ctx, { params, query }) => getPreview(ctx, params.ref, query.key))
}
