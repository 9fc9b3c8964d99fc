import type { Serve } from '#server/platform/api.ts'
import { search } from './search.ts'
import { suggest } from './suggest.ts'

export function searchRoutes(serve: Serve) {
  serve('GET /api/search', (ctx, { query }) => search(ctx, query))
  serve('GET /api/search/suggest', (ctx, { query }) => suggest(ctx, query.q))
}
