import type { Site } from '#contract/settings/site.ts'
import type { Serve } from '#server/platform/api.ts'
import type { CachedValue } from '#server/platform/cache/cached-value.ts'
import { getStoredSettings, updateSettings } from './edit.ts'
import { getIcons } from './icons.ts'
import { openApi } from './openapi.ts'
import type { PictureStore } from './pictures.ts'
import { getCachedSite } from './site.ts'

export function settingsRoutes(serve: Serve, site: CachedValue<Site>, pictures: PictureStore) {
  serve('GET /api/site', (ctx) => getCachedSite(ctx, site))
  serve('GET /api/admin/settings', (ctx) => getStoredSettings(ctx))
  serve('PATCH /api/admin/settings', (ctx, { body }) => updateSettings(ctx, pictures, body))
  serve('GET /api/openapi.json', (ctx) => openApi(ctx.site))
  serve('GET /icons/{file}', (_ctx, { params, query }) => getIcons(params.file, query.icons))
}
