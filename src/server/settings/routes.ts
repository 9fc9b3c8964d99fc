import type { Serve } from '#server/platform/api.ts'
import { getIcons } from './icons.ts'
import { openApi } from './openapi.ts'
import { getSite } from './site.ts'

export function settingsRoutes(serve: Serve) {
  serve('GET /api/site', (ctx) => getSite(ctx))
  serve('GET /api/openapi.json', (ctx) => openApi(ctx.site))
  serve('GET /icons/{file}', (_ctx, { params, query }) => getIcons(params.file, query.icons))
}
