import { isDeepStrictEqual } from 'node:util'
import { moveFootnotesToEnd } from '#contract/document/footnotes.ts'
import { SITE_PLACEHOLDER, type SitePageName, withSiteName } from '#contract/site-pages/names.ts'
import type { SitePage } from '#contract/site-pages/site-pages.ts'
import { removeOrphanedMedia } from '#server/articles/orphaned-media.ts'
import { escapeHtml } from '#server/documents/escape.ts'
import { prepareDocument } from '#server/documents/prepare.ts'
import { htmlWithBase } from '#server/platform/base-url.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type PageText, defaultTexts } from './default-texts.ts'
import { lastPublished } from './queries.ts'

/** The text that readers see, and its row unless it is the default text. */
export async function publishedText({ db }: Pick<Ctx, 'db'>, page: SitePageName) {
  const row = await lastPublished(db, page)
  const text: PageText = row ? { title: row.title, subtitle: row.subtitle, body: row.body } : defaultTexts[page]
  return { row: row ?? null, text }
}

export function isSameText(a: PageText, b: PageText) {
  return a.title === b.title && a.subtitle === b.subtitle && isDeepStrictEqual(a.body, b.body)
}

/**
 * Renders a text with the name of the site, as the library is now: pictures that were deleted are left out. Pages have
 * no members-only part.
 */
export async function renderPage(
  ctx: Pick<Ctx, 'db' | 'site'>,
  { title, subtitle, body }: PageText,
  name: string,
): Promise<Pick<SitePage, 'title' | 'subtitle' | 'html'>> {
  const { html, membersHtml } = await prepareDocument(ctx, await removeOrphanedMedia(ctx.db, body))
  const whole = moveFootnotesToEnd(html, membersHtml)
  return {
    title: withSiteName(title, name),
    subtitle: withSiteName(subtitle, name),
    html: htmlWithBase(ctx.site.base, withEscapedName(whole.html + whole.membersHtml, name)),
  }
}

/** URLs stay as they are. Quotes in text are always escaped, so the pattern matches attributes only. */
function withEscapedName(html: string, name: string) {
  const escaped = escapeHtml(name)
  return html.replace(/ (?:href|src|srcset|data-frame)="[^"]*"|\{site\}/g, (found) =>
    found === SITE_PLACEHOLDER ? escaped : found,
  )
}
