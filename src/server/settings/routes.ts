import type { Serve } from '#server/platform/api.ts'
import { icons } from './icons.ts'
import { openApi } from './openapi.ts'
import { site } from './site.ts'

export function siteRoutes(serve: Serve) {
  serve('GET /api/site', (ctx) => site(ctx))
  serve('GET /api/openapi.json', () => openApi())
  serve('GET /icons/{file}', (_ctx, { params, query }) => icons(params.file, query.icons))
}
