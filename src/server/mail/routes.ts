import type { Serve } from '#server/platform/api.ts'
import { listMail } from './list.ts'

export function mailRoutes(serve: Serve) {
  serve('GET /api/admin/mail', (ctx, { query }) => listMail(ctx, query))
}
