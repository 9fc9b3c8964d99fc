import { readingMinutes } from '#contract/document/plain-text.ts'
import { type SitePageName, sitePageNames } from '#contract/site-pages/names.ts'
import type { SitePageCard, SitePageDraft, SitePageVersionCard } from '#contract/site-pages/site-pages.ts'
import { presentActor } from '#server/articles/actor.ts'
import { removeOrphanedMedia } from '#server/articles/orphaned-media.ts'
import { prepareDocument } from '#server/documents/prepare.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type PageText, defaultTexts } from './default-texts.ts'
import { isSameText, publishedText } from './page-text.ts'
import { type VersionRow, draftOf } from './queries.ts'

/** The version of a draft that no one has saved yet. */
export const FIRST_VERSION = 1
const NEVER = new Date(0)

type Published = Awaited<ReturnType<typeof publishedText>>

/** The stored draft, or the default text as the first version. */
export async function presentDraft(ctx: Pick<Ctx, 'db' | 'site'>, page: SitePageName): Promise<SitePageDraft> {
  const published = await publishedText(ctx, page)
  const row = await draftOf(ctx.db, page)
  const { title, subtitle, body: stored } = row ?? defaultTexts[page]
  const body = await removeOrphanedMedia(ctx.db, stored)
  const words = row?.wordCount ?? (await prepareDocument(ctx, body)).wordCount
  return {
    page,
    title,
    subtitle,
    body,
    version: row?.version ?? FIRST_VERSION,
    savedAt: (row?.savedAt ?? NEVER).toISOString(),
    savedBy: row ? presentActor(row) : null,
    words,
    readingMinutes: readingMinutes(words),
    changed: row !== undefined && !isSameText(row, published.text),
    published: presentPublished(published),
  }
}

export function presentPages(ctx: Pick<Ctx, 'db'>): Promise<SitePageCard[]> {
  return Promise.all(
    sitePageNames.map(async (page) => {
      const published = await publishedText(ctx, page)
      const draft = await draftOf(ctx.db, page)
      const isChanged = draft && !isSameText(draft, published.text)
      return {
        page,
        title: published.text.title,
        published: presentPublished(published),
        draft: isChanged ? { savedAt: draft.savedAt.toISOString(), savedBy: presentActor(draft) } : null,
      }
    }),
  )
}

function presentPublished({ row }: Published) {
  return row && { at: row.savedAt.toISOString(), by: presentActor(row) }
}

export function presentVersion(row: VersionRow): SitePageVersionCard {
  const { id, kind, version, title, wordCount, note, savedAt } = row
  return {
    id,
    kind,
    version,
    title,
    words: wordCount,
    note,
    savedBy: presentActor(row),
    savedAt: savedAt.toISOString(),
  }
}

type SavedText = PageText & { version: number; savedAt: Date; wordCount: number }

export function presentSaved(saved: SavedText, published: PageText) {
  const { version, savedAt, wordCount } = saved
  return {
    version,
    savedAt: savedAt.toISOString(),
    words: wordCount,
    readingMinutes: readingMinutes(wordCount),
    changed: !isSameText(saved, published),
  }
}
