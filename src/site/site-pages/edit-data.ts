import { isSitePageName } from '#contract/site-pages/names.ts'
import { pageNotFound } from '#site/errors/page-not-found.ts'
import type { DataArgs } from '#site/page.ts'

export async function editData({ api, params, path }: DataArgs) {
  const { page } = params
  if (!isSitePageName(page)) throw pageNotFound(path)
  return { draft: await api('GET /api/admin/pages/{page}', { params: { page } }) }
}
