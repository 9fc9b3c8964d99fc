import type { Serve } from '#server/platform/api.ts'
import { listAudit } from './list.ts'
import { auditActions } from './queries.ts'

export function auditRoutes(serve: Serve) {
  serve('GET /api/admin/audit', (ctx, { query }) => listAudit(ctx, query))
  serve('GET /api/admin/audit/actions', (ctx) => auditActions(ctx.db))
}
