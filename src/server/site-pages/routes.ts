import type { Site } from '#contract/settings/site.ts'
import { chargeDocument } from '#server/documents/prepare.ts'
import type { Serve } from '#server/platform/api.ts'
import type { CachedValue } from '#server/platform/cache/cached-value.ts'
import { getCachedSite } from '#server/settings/site.ts'
import { savePageDraft } from './drafts.ts'
import { presentDraft, presentPages } from './present.ts'
import { previewPage } from './preview.ts'
import { type PublishedPages, getPublishedPage } from './published-page.ts'
import { publishPage, resetToDefault, restoreVersion } from './publish.ts'
import { getVersion, listVersions } from './versions.ts'

export function sitePageRoutes(serve: Serve, site: CachedValue<Site>, pages: PublishedPages) {
  serve('GET /api/pages/{page}', (ctx, { params }) => getPublishedPage(ctx, params.page, { pages, site }))
  serve('GET /api/admin/pages', (ctx) => presentPages(ctx))
  serve('GET /api/admin/pages/{page}', (ctx, { params }) => presentDraft(ctx, params.page))
  serve('GET /api/admin/pages/{page}/preview', async (ctx, { params, query }) => {
    const { name } = await getCachedSite(ctx, site)
    return previewPage(ctx, params.page, { version: query.version, name })
  })
  serve('PUT /api/admin/pages/{page}/draft', async (ctx, { params, body }) => {
    await chargeDocument(ctx, body.body)
    return savePageDraft(ctx, params.page, body)
  })
  serve('POST /api/admin/pages/{page}/publish', (ctx, { params, body }) => publishPage(ctx, params.page, body))
  serve('POST /api/admin/pages/{page}/reset', (ctx, { params, body }) => resetToDefault(ctx, params.page, body.version))
  serve('GET /api/admin/pages/{page}/versions', (ctx, { params, query }) => listVersions(ctx, params.page, query))
  serve('GET /api/admin/pages/{page}/versions/{version}', (ctx, { params }) =>
    getVersion(ctx, params.page, params.version),
  )
  serve('POST /api/admin/pages/{page}/versions/{version}/restore', (ctx, { params, body }) =>
    restoreVersion(ctx, params.page, { id: params.version, version: body.version }),
  )
}
