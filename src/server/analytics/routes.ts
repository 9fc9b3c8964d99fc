import { createEstimates } from '#server/earnings/revenue.ts'
import type { Serve } from '#server/platform/api.ts'
import type { Ingest } from './ingest.ts'
import {
  getFunnel,
  getLiveFigures,
  getSiteOverview,
  listCohorts,
  listFigures,
  listSiteDays,
  listVitals,
} from './site-figures.ts'
import { getOwnFigures, getPageFigures, getStoryFigures, listStoryDays, listStoryDepth } from './story-figures.ts'

export function analyticsRoutes(serve: Serve, ingest: Ingest) {
  const estimate = createEstimates()
  serve('POST /api/analytics', (ctx, { body }) => ingest.accept(ctx, body))
  serve('GET /api/admin/analytics', (ctx, { query }) => getSiteOverview(ctx, query))
  serve('GET /api/admin/analytics/days', (ctx, { query }) => listSiteDays(ctx, query))
  serve('GET /api/admin/analytics/live', (ctx) => getLiveFigures(ctx))
  serve('GET /api/admin/analytics/figures/{dimension}', (ctx, { params, query }) =>
    listFigures(ctx, params.dimension, query),
  )
  serve('GET /api/admin/analytics/funnel', (ctx, { query }) => getFunnel(ctx, query))
  serve('GET /api/admin/analytics/cohorts', (ctx) => listCohorts(ctx))
  serve('GET /api/admin/analytics/vitals', (ctx, { query }) => listVitals(ctx, query))
  serve('GET /api/analytics/stories/{ref}', (ctx, { params, query }) =>
    getStoryFigures(ctx, params.ref, query, estimate),
  )
  serve('GET /api/analytics/stories/{ref}/days', (ctx, { params, query }) => listStoryDays(ctx, params.ref, query))
  serve('GET /api/analytics/stories/{ref}/depth', (ctx, { params, query }) => listStoryDepth(ctx, params.ref, query))
  serve('GET /api/analytics/own', (ctx, { query }) => getOwnFigures(ctx, query, estimate))
  serve('GET /api/analytics/pages', (ctx, { query }) => getPageFigures(ctx, query))
}
