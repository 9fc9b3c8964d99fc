import type { SitePageName } from '#contract/site-pages/names.ts'
import type { SitePage } from '#contract/site-pages/site-pages.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { defaultTexts } from './default-texts.ts'
import { renderPage } from './page-text.ts'
import { draftOf } from './queries.ts'
import { getVersion } from './versions.ts'

/** The draft, or an earlier version, as readers would see it. */
export async function previewPage(
  ctx: Ctx,
  page: SitePageName,
  { version, name }: { version: string | undefined; name: string },
): Promise<SitePage> {
  if (version) {
    const old = await getVersion(ctx, page, version)
    return { page, ...(await renderPage(ctx, old, name)), changedAt: old.savedAt }
  }
  const draft = await draftOf(ctx.db, page)
  const changedAt = draft?.savedAt.toISOString() ?? null
  return { page, ...(await renderPage(ctx, draft ?? defaultTexts[page], name)), changedAt }
}
