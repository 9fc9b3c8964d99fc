import { Refusal } from '#contract/errors.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { SitePageName } from '#contract/site-pages/names.ts'
import type { SitePageVersion, SitePageVersionCard } from '#contract/site-pages/site-pages.ts'
import { SAMPLE_INTERVAL_MS } from '#server/articles/revisions/revisions.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { timeCursor } from '#server/platform/cursor.ts'
import { newId } from '#server/platform/ids.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import type { PageText } from './default-texts.ts'
import { isSameText } from './page-text.ts'
import { presentVersion } from './present.ts'
import { type StoredDraft, versionPage, versionsOf } from './queries.ts'

/** Replaced drafts with the same note beyond these are deleted, the oldest first. Published versions stay. */
const MAX_KEPT_DRAFTS = 50

type NewVersion = { kind: 'published' | 'saved'; note: string; savedBy: string | null; savedAt: Date }

/** Copies the draft. Inside a transaction. */
export async function insertVersion({ db }: Pick<Ctx, 'db'>, draft: StoredDraft, version: NewVersion) {
  const { page, title, subtitle, body, wordCount } = draft
  const text = { page, version: draft.version, title, subtitle, body: JSON.stringify(body), wordCount }
  await db
    .insertInto('sitePageVersion')
    .values({ id: newId(), ...text, ...version })
    .execute()
}

type Replaced = { published: PageText; note: string }

/**
 * Keeps a draft that is about to be replaced, unless readers see its text. The note says what replaces it. Each note has
 * its own limit, so that autosaves, which have none, do not push out what a restore or a reset replaced. Inside a
 * transaction.
 */
export async function keepReplacedDraft(tx: Pick<Ctx, 'db'>, draft: StoredDraft, { published, note }: Replaced) {
  if (isSameText(draft, published)) return
  const { savedBy, savedAt, page } = draft
  await insertVersion(tx, draft, { kind: 'saved', note, savedBy, savedAt })
  const kept = tx.db
    .selectFrom('sitePageVersion')
    .select('id')
    .where('page', '=', page)
    .where('kind', '=', 'saved')
    .where('note', '=', note)
    .orderBy('savedAt', 'desc')
    .orderBy('id', 'desc')
    .offset(MAX_KEPT_DRAFTS)
  await tx.db.deleteFrom('sitePageVersion').where('id', 'in', kept).execute()
}

/** Keeps the draft of another admin before an autosave, unless one was kept recently. Inside a transaction. */
export async function sampleReplacedDraft(tx: Pick<Ctx, 'db' | 'now'>, draft: StoredDraft, published: PageText) {
  const recent = await tx.db
    .selectFrom('sitePageVersion')
    .select('id')
    .where('page', '=', draft.page)
    .where('kind', '=', 'saved')
    .where('savedAt', '>', new Date(tx.now().getTime() - SAMPLE_INTERVAL_MS))
    .limit(1)
    .executeTakeFirst()
  if (!recent) await keepReplacedDraft(tx, draft, { published, note: '' })
}

type PageRequest = { before?: string | undefined; limit: number }

export async function listVersions(
  { db }: Pick<Ctx, 'db'>,
  page: SitePageName,
  { before, limit }: PageRequest,
): Promise<PageOf<SitePageVersionCard>> {
  const rows = await versionPage(db, page, { cursor: timeCursor.read(before), limit: limit + 1 })
  const { shown, next } = timeCursor.paginate(rows, limit, (last) => [last.savedAt, last.id])
  return { items: shown.map(presentVersion), next }
}

export async function getVersion({ db }: Pick<Ctx, 'db'>, page: SitePageName, id: string): Promise<SitePageVersion> {
  const row = await orNotFound(
    versionsOf(db, page)
      .select(['sitePageVersion.subtitle', 'sitePageVersion.body'])
      .where('sitePageVersion.id', '=', id)
      .executeTakeFirst(),
  )
  return { ...presentVersion(row), subtitle: row.subtitle, body: row.body }
}

/** A page needs a title and a text. */
export function requirePublishable({ title, wordCount }: StoredDraft) {
  const missing = [...(title.trim() === '' ? ['title'] : []), ...(wordCount === 0 ? ['text'] : [])]
  if (missing.length > 0) throw new Refusal('not-ready', { missing })
}
