import { isSitePageName } from '#contract/site-pages/names.ts'
import { isId } from '#contract/id.ts'
import { pageNotFound } from '#site/errors/page-not-found.ts'
import type { DataArgs } from '#site/page.ts'

export async function previewData({ api, params, query, path }: DataArgs) {
  const { page } = params
  const { version } = query
  if (!isSitePageName(page) || (version !== undefined && !isId(version))) throw pageNotFound(path)
  const shown = await api('GET /api/admin/pages/{page}/preview', { params: { page }, query: { version } })
  return { page: shown, isDraft: version === undefined }
}
