import { sitePageNames, sitePages } from '#contract/site-pages/names.ts'
import { pageNotFound } from '#site/errors/page-not-found.ts'
import { markHtml } from '#site/page-data.ts'
import type { DataArgs } from '#site/page.ts'

export async function publicData({ api, path }: DataArgs) {
  // Paths match in any case, and with a query or a trailing slash.
  const page = sitePageNames.find((name) => path.toLowerCase().startsWith(sitePages[name].path))
  if (!page) throw pageNotFound(path)
  return { page: markHtml(await api('GET /api/pages/{page}', { params: { page } })) }
}
