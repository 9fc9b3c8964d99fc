import type { Serve } from '#server/platform/api.ts'
import { listCreators, listMonths } from './creators.ts'
import { getOwnEarnings, listOwnStories } from './own-earnings.ts'
import { listPayouts, recordPayout, voidPayout } from './payouts.ts'
import { createEstimates } from './revenue.ts'

export function earningsRoutes(serve: Serve) {
  const estimate = createEstimates()
  serve('GET /api/earnings', (ctx) => getOwnEarnings(ctx, estimate))
  serve('GET /api/earnings/stories', (ctx, { query }) => listOwnStories(ctx, query, estimate))
  serve('GET /api/admin/earnings', (ctx, { query }) => listCreators(ctx, query))
  serve('GET /api/admin/earnings/months', (ctx) => listMonths(ctx))
  serve('GET /api/admin/earnings/payouts', (ctx, { query }) => listPayouts(ctx, query))
  serve('POST /api/admin/earnings/payouts', (ctx, { body }) => recordPayout(ctx, body))
  serve('POST /api/admin/earnings/payouts/{id}/void', (ctx, { params }) => voidPayout(ctx, params.id))
}
