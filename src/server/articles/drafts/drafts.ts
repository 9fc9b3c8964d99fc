import type { Article, SaveResult } from '#contract/articles/articles.ts'
import type { Document } from '#contract/document/document.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { setMediaReferences } from '#server/media/media-references.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { getSetting } from '#server/settings/owner-settings.ts'
import { type LockedArticle, requireLockedArticle } from '#server/articles/access.ts'
import { trackBlockAuthors } from './block-authors.ts'
import { updateChangedFlag } from './unpublished-changes.ts'
import { insertArticle } from '#server/articles/create.ts'
import { type Cover, type PartialFields, toDraftColumns } from './fields.ts'
import { requireEditable } from '#server/articles/transitions.ts'
import { prepareDocument } from '#server/documents/prepare.ts'
import { bodyColumns } from '#server/articles/columns.ts'
import { availableTransitions } from '#server/articles/policy.ts'
import { presentArticle } from '#server/articles/present.ts'
import { ensureRevision, sampleRevision } from '#server/articles/revisions/revisions.ts'
import { isFormerSlug } from '#server/articles/publishing/slugs.ts'
import { updateMediaReferences } from '#server/articles/media-references.ts'
import { versionConflict } from './version-conflict.ts'
import { publishingRole } from '#server/articles/publishing-role.ts'

const EMPTY: Document = { type: 'doc', content: [{ type: 'paragraph' }] }

/** For the editor, which creates an article with the first save. */
export async function describeNewArticle(ctx: Ctx<Viewer>) {
  const actor = { role: await publishingRole(ctx), authorship: 'author' as const }
  return { can: availableTransitions(actor, { state: 'draft', updateAsked: false }) }
}

type NewDraft = PartialFields & { id: string; save: string }

/**
 * Idempotent by id: repeating the request after a lost response returns the existing article. A copy may have the cover
 * of its original, also one from another library.
 */
export function createDraft(
  ctx: Ctx<Viewer>,
  { id, save, body = EMPTY, ...fields }: NewDraft,
  originalCover: Cover | null = null,
): Promise<Article> {
  return inTransaction(ctx, async (tx) => {
    const { viewer } = tx
    if (await isFormerSlug(tx, id)) throw new Refusal('not-found')
    const inserted = await insertArticle(tx, { id, authorId: viewer.id })
    if (inserted) {
      const { columns } = await toDraftColumns(tx, fields, { id, slug: id, cover: originalCover })
      const prepared = await prepareDocument(tx, body)
      const takesResponses = await getSetting(tx, 'responses.onNewStories')
      const saved = { saveKey: save, savedBy: viewer.id, savedAt: tx.now() }
      await tx.db
        .insertInto('draft')
        .values({ articleId: id, takesResponses, ...columns, ...bodyColumns(prepared), ...saved })
        .execute()
      await setMediaReferences(tx, { kind: 'article', ref: id }, prepared.media, true)
      await setMediaReferences(tx, { kind: 'cover', ref: id }, fields.cover?.media ? [fields.cover.media] : [], true)
      await sampleRevision(tx, id)
    } else if (!(await isAuthor(tx, id))) throw new Refusal('not-found')
    return presentArticle(tx, id)
  })
}

async function isAuthor({ db, viewer }: Ctx<Viewer>, id: string) {
  const row = await db.selectFrom('article').select('authorId').where('id', '=', id).executeTakeFirst()
  return row?.authorId === viewer.id
}

type Change = PartialFields & { version: number; save: string }

/**
 * Saves the changed fields, or throws version-conflict after another save. Saves are sampled as revisions; a revision
 * is always made before a save drops text that another person wrote.
 */
export function saveDraft(ctx: Ctx<Viewer>, id: string, { version, save, ...fields }: Change): Promise<SaveResult> {
  return inTransaction(ctx, async (tx) => {
    const { article, authorship } = await requireLockedArticle(tx, id)
    // A retry after a lost response.
    if (article.saveKey === save) return presentSaved(article)
    // Not queried for every save: it matters for scheduled articles only.
    const role = article.state === 'scheduled' ? await publishingRole(tx) : tx.viewer.role
    requireEditable({ role, authorship }, article.state)
    if (article.version !== version) throw await versionConflict(tx, article)
    const { columns, media } = await toDraftColumns(tx, fields, article)
    const { authors, drops } = await trackBlockAuthors(tx, article, columns)
    if (drops) await ensureRevision(tx, id)
    const blockAuthors = JSON.stringify(authors)
    const saved = await tx.db
      .updateTable('draft')
      .set({ ...columns, blockAuthors, version: version + 1, saveKey: save, savedBy: tx.viewer.id, savedAt: tx.now() })
      .where('articleId', '=', id)
      .returning(['version', 'savedAt', 'wordCount', 'readingMinutes', 'changed'])
      .executeTakeFirstOrThrow()
    await updateMediaReferences(tx, article, { media, cover: fields.cover })
    tx.invalidate(`live:draft:${id}`)
    const changed = article.state === 'published' ? await updateChangedFlag(tx, id) : saved.changed
    await sampleRevision(tx, id)
    return presentSaved({ ...saved, changed })
  })
}

type SavedRow = Pick<LockedArticle, 'version' | 'savedAt' | 'wordCount' | 'readingMinutes' | 'changed'>

function presentSaved({ version, savedAt, wordCount, readingMinutes, changed }: SavedRow): SaveResult {
  return { version, savedAt: savedAt.toISOString(), words: wordCount, readingMinutes, changed }
}
