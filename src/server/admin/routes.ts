import type { Serve } from '#server/platform/api.ts'
import { dismissSetup, findAnything, getOverview } from './overview.ts'

export function adminRoutes(serve: Serve, canSendMail: () => boolean) {
  serve('GET /api/admin/overview', (ctx) => getOverview(ctx, canSendMail()))
  serve('POST /api/admin/overview/dismiss-setup', (ctx) => dismissSetup(ctx))
  serve('GET /api/admin/find', (ctx, { query }) => findAnything(ctx, query.q))
}
