import type { Serve } from '#server/platform/api.ts'
import { restoreRevision } from './restore.ts'
import { getRevision, listRevisions } from './revisions.ts'

export function revisionRoutes(serve: Serve) {
  serve('GET /api/articles/{id}/revisions', (ctx, { params, query }) => listRevisions(ctx, params.id, query))
  serve('GET /api/articles/{id}/revisions/{revision}', (ctx, { params }) =>
    getRevision(ctx, params.id, params.revision),
  )
  serve('POST /api/articles/{id}/revisions/{revision}/restore', (ctx, { params, body }) =>
    restoreRevision(ctx, params.id, params.revision, body.version),
  )
}
