import type { SitePageName } from '#contract/site-pages/names.ts'
import type { SitePage } from '#contract/site-pages/site-pages.ts'
import type { Site } from '#contract/settings/site.ts'
import { type CachedValue, createCachedValue } from '#server/platform/cache/cached-value.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { getCachedSite, siteTags } from '#server/settings/site.ts'
import { publishedText, renderPage } from './page-text.ts'

export type PublishedPages = ReturnType<typeof createPublishedPages>

/** The rendered pages of one process, until one is published, the site is renamed or a picture of it changes. */
export function createPublishedPages() {
  const pages: Record<SitePageName, CachedValue<SitePage>> = {
    about: createCachedValue(['page:about', 'settings']),
    privacy: createCachedValue(['page:privacy', 'settings']),
    terms: createCachedValue(['page:terms', 'settings']),
  }
  const all = Object.values(pages)
  return {
    get: (page: SitePageName, load: () => Promise<SitePage>) => pages[page].get(load),
    invalidate: (signals: string[]) => all.forEach((page) => page.invalidate(signals)),
    setListening: (listening: boolean) => all.forEach((page) => page.setListening(listening)),
  }
}

type Caches = { pages: PublishedPages; site: CachedValue<Site> }

/** The page as readers see it. */
export function getPublishedPage(ctx: Ctx, page: SitePageName, { pages, site }: Caches) {
  ctx.addCacheTags(`page:${page}`, ...siteTags)
  return pages.get(page, async () => {
    // Inside, so that a change of the name while the page is rendered also drops the page.
    const { name } = await getCachedSite(ctx, site)
    const { row, text } = await publishedText(ctx, page)
    return { page, ...(await renderPage(ctx, text, name)), changedAt: row?.savedAt.toISOString() ?? null }
  })
}
