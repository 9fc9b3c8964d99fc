import type { SaveResult } from '#contract/articles/articles.ts'
import type { Document } from '#contract/document/document.ts'
import { Refusal } from '#contract/errors.ts'
import type { SitePageName } from '#contract/site-pages/names.ts'
import type { Viewer } from '#contract/viewer.ts'
import { collapseWhitespace } from '#server/articles/drafts/fields.ts'
import { versionConflict } from '#server/articles/drafts/version-conflict.ts'
import { removeOrphanedMedia } from '#server/articles/orphaned-media.ts'
import { prepareDocument } from '#server/documents/prepare.ts'
import { mediaIdsIn } from '#server/documents/document-media.ts'
import { setMediaReferences } from '#server/media/media-references.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { type PageText, defaultTexts } from './default-texts.ts'
import { publishedText } from './page-text.ts'
import { FIRST_VERSION, presentSaved } from './present.ts'
import type { StoredDraft } from './queries.ts'
import { sampleReplacedDraft } from './versions.ts'

type Change = { title?: string | undefined; subtitle?: string | undefined; body?: Document | undefined } & {
  version: number
  save: string
}

/** Saves the changed fields, or throws version-conflict after another save. The text of another admin is sampled as a version. */
export function savePageDraft(
  ctx: Ctx<Viewer>,
  page: SitePageName,
  { version, save, ...fields }: Change,
): Promise<SaveResult> {
  return inTransaction(ctx, async (tx) => {
    const draft = await lockDraft(tx, page)
    const { text: published } = await publishedText(tx, page)
    // A retry after a lost response.
    if (draft.saveKey === save) return presentSaved(draft, published)
    if (draft.version !== version) throw await versionConflict(tx, draft)
    if (draft.savedBy !== null && draft.savedBy !== tx.viewer.id) await sampleReplacedDraft(tx, draft, published)
    const text = {
      title: collapseWhitespace(fields.title ?? draft.title),
      subtitle: collapseWhitespace(fields.subtitle ?? draft.subtitle),
      // A picture that was deleted must not block saving another field.
      body: fields.body ?? (await removeOrphanedMedia(tx.db, draft.body)),
    }
    const saved = await replaceDraft(tx, draft, { text, published, save })
    return presentSaved(saved, published)
  })
}

/** Creates the draft from the default text when there is none, and locks it until the transaction ends. */
export async function lockDraft({ db, site, now }: Ctx, page: SitePageName): Promise<StoredDraft> {
  const find = () => db.selectFrom('sitePageDraft').selectAll().where('page', '=', page).forUpdate().executeTakeFirst()
  const found = await find()
  if (found) return found
  const { title, subtitle, body } = defaultTexts[page]
  const { body: stored, wordCount } = await prepareDocument({ db, site }, body)
  await db
    .insertInto('sitePageDraft')
    .values({ page, title, subtitle, body: stored, wordCount, version: FIRST_VERSION, savedAt: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const created = await find()
  if (!created) throw new Refusal('nodata')
  return created
}

type Replacement = { text: PageText; published: PageText; save: string | null }

/** Validates the text and stores it as the next version of the draft. Inside a transaction. */
export async function replaceDraft(tx: Ctx<Viewer>, draft: StoredDraft, { text, published, save }: Replacement) {
  const { page } = draft
  const { body, wordCount, media } = await prepareDocument(tx, text.body)
  const saved = await tx.db
    .updateTable('sitePageDraft')
    .set({ title: text.title, subtitle: text.subtitle, body, wordCount, version: draft.version + 1, saveKey: save })
    .set({ savedBy: tx.viewer.id, savedAt: tx.now() })
    .where('page', '=', page)
    .returningAll()
    .executeTakeFirstOrThrow()
  await setMediaReferences(tx, { kind: 'page', ref: page }, [...media, ...mediaIdsIn(published.body)])
  return saved
}
