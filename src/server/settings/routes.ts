import type { Site } from '#contract/settings.ts'
import type { Serve } from '#server/platform/api.ts'
import type { CachedValue } from '#server/platform/cache/cached-value.ts'
import { getIcons } from './icons.ts'
import { openApi } from './openapi.ts'
import { getCachedSite } from './site.ts'

export function settingsRoutes(serve: Serve, site: CachedValue<Site>) {
  serve('GET /api/site', (ctx) => getCachedSite(ctx, site))
  serve('GET /api/openapi.json', (ctx) => openApi(ctx.site))
  serve('GET /icons/{file}', (_ctx, { params, query }) => getIcons(params.file, query.icons))
}
