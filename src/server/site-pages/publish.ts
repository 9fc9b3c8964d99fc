import type { SitePageName } from '#contract/site-pages/names.ts'
import type { SitePageDraft } from '#contract/site-pages/site-pages.ts'
import type { Viewer } from '#contract/viewer.ts'
import { versionConflict } from '#server/articles/drafts/version-conflict.ts'
import { removeOrphanedMedia } from '#server/articles/orphaned-media.ts'
import { recordAudit } from '#server/audit/record.ts'
import { mediaIdsIn } from '#server/documents/document-media.ts'
import { setMediaReferences } from '#server/media/media-references.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { type PageText, defaultTexts } from './default-texts.ts'
import { lockDraft, replaceDraft } from './drafts.ts'
import { isSameText, publishedText } from './page-text.ts'
import { presentDraft } from './present.ts'
import { getVersion, insertVersion, keepReplacedDraft, requirePublishable } from './versions.ts'

type Publication = { version: number; note: string }

/** Readers see the draft from now on. Repeating the request after a lost response changes nothing. */
export function publishPage(
  ctx: Ctx<Viewer>,
  page: SitePageName,
  { version, note }: Publication,
): Promise<SitePageDraft> {
  return inTransaction(ctx, async (tx) => {
    const draft = await lockDraft(tx, page)
    if (draft.version !== version) throw await versionConflict(tx, draft)
    requirePublishable(draft)
    const before = await publishedText(tx, page)
    if (isSameText(draft, before.text)) return presentDraft(tx, page)
    const savedBy = tx.viewer.id
    await insertVersion(tx, draft, { kind: 'published', note, savedBy, savedAt: tx.now() })
    await setMediaReferences(tx, { kind: 'page', ref: page }, [...mediaIdsIn(draft.body)])
    tx.invalidate(`page:${page}`)
    await recordAudit(tx, {
      action: 'page.published',
      target: { kind: 'page', id: page, name: draft.title },
      before: { version: before.row?.version ?? null, words: before.row?.wordCount ?? null },
      after: { version: draft.version, words: draft.wordCount },
      reason: note,
    })
    return presentDraft(tx, page)
  })
}

/** Replaces the draft with an earlier version. Readers see it when it is published. */
export function restoreVersion(
  ctx: Ctx<Viewer>,
  page: SitePageName,
  { id, version }: { id: string; version: number },
): Promise<SitePageDraft> {
  return inTransaction(ctx, async (tx) => {
    const { title, subtitle, body, version: restored } = await getVersion(tx, page, id)
    const text = { title, subtitle, body: await removeOrphanedMedia(tx.db, body) }
    return replaceWith(tx, page, {
      text,
      version,
      action: 'page.draft-restored',
      note: 'Replaced by an earlier version',
      from: restored,
    })
  })
}

export function resetToDefault(ctx: Ctx<Viewer>, page: SitePageName, version: number): Promise<SitePageDraft> {
  return inTransaction(ctx, (tx) =>
    replaceWith(tx, page, {
      text: defaultTexts[page],
      version,
      action: 'page.draft-reset',
      note: 'Replaced by the default text',
      from: null,
    }),
  )
}

type Replacement = { text: PageText; version: number; action: string; note: string; from: number | null }

async function replaceWith(tx: Ctx<Viewer>, page: SitePageName, { text, version, action, note, from }: Replacement) {
  const draft = await lockDraft(tx, page)
  if (draft.version !== version) throw await versionConflict(tx, draft)
  const { text: published } = await publishedText(tx, page)
  await keepReplacedDraft(tx, draft, { published, note })
  const saved = await replaceDraft(tx, draft, { text, published, save: null })
  await recordAudit(tx, {
    action,
    target: { kind: 'page', id: page, name: saved.title },
    before: { version: draft.version },
    after: { version: saved.version, ...(from !== null && { from }) },
  })
  return presentDraft(tx, page)
}
