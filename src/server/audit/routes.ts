import type { Serve } from '#server/platform/api.ts'
import { distinctValues } from '#server/platform/distinct-values.ts'
import { listAudit } from './list.ts'

export function auditRoutes(serve: Serve) {
  serve('GET /api/admin/audit', (ctx, { query }) => listAudit(ctx, query))
  serve('GET /api/admin/audit/actions', (ctx) => distinctValues(ctx.db, 'auditEntry', 'action'))
}
