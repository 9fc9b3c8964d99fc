import type { Article, Saved } from '#contract/articles.ts'
import type { Document } from '#contract/document/document.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { setUses } from '#server/media/uses.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { type Work, workFor } from '#server/articles/access.ts'
import { trackBlocks } from './block-authors.ts'
import { refreshChanged } from './unpublished-changes.ts'
import { insertArticle } from '#server/articles/create.ts'
import { type SomeFields, columnsOf } from './fields.ts'
import { checkOpen } from '#server/articles/transitions.ts'
import { prepareDocument } from '#server/documents/prepare.ts'
import { preparedColumns } from './prepared-columns.ts'
import { presentArticle } from '#server/articles/present.ts'
import { keepReplaced, sampleRevision } from '#server/articles/revisions/revisions.ts'
import { wasAddress } from '#server/articles/publishing/slugs.ts'
import { noteUses } from '#server/articles/media-references.ts'
import { conflict } from './version-conflict.ts'

const EMPTY: Document = { type: 'doc', content: [{ type: 'paragraph' }] }

type NewDraft = SomeFields & { id: string; save: string }

/** Begins an article. Asked again with the same id, it answers what is there: a lost answer makes no second one. */
export function createDraft(ctx: Ctx<Viewer>, { id, save, body = EMPTY, ...fields }: NewDraft): Promise<Article> {
  return inTransaction(ctx, async (tx) => {
    const { viewer } = tx
    if (await wasAddress(tx, id)) throw new Refusal('not-found')
    const made = await insertArticle(tx, { id, authorId: viewer.id })
    if (made) {
      const { columns } = await columnsOf(tx, fields, { id, slug: id, cover: null })
      const prepared = await prepareDocument(tx, body)
      const saved = { saveKey: save, savedBy: viewer.id, savedAt: tx.now() }
      await tx.db
        .insertInto('draft')
        .values({ articleId: id, ...columns, ...preparedColumns(prepared), ...saved })
        .execute()
      await setUses(tx, { kind: 'article', ref: id }, prepared.media, true)
      await setUses(tx, { kind: 'cover', ref: id }, fields.cover?.media ? [fields.cover.media] : [], true)
      await sampleRevision(tx, id)
    } else if (!(await isAuthor(tx, id))) throw new Refusal('not-found')
    return presentArticle(tx, id)
  })
}

async function isAuthor({ db, viewer }: Ctx<Viewer>, id: string) {
  const row = await db.selectFrom('article').select('authorId').where('id', '=', id).executeTakeFirst()
  return row?.authorId === viewer.id
}

type Change = SomeFields & { version: number; save: string }

/**
 * Saves what changed, unless another save came in between. What was answered is committed. Saves are sampled as
 * revisions; the text of another person is kept as one before a save drops any of it.
 */
export function saveDraft(ctx: Ctx<Viewer>, id: string, { version, save, ...fields }: Change): Promise<Saved> {
  return inTransaction(ctx, async (tx) => {
    const { work, part } = await workFor(tx, id)
    // It arrived before, and only the answer was lost.
    if (work.saveKey === save) return presentSaved(work)
    checkOpen({ role: tx.viewer.role, part }, work.state)
    if (work.version !== version) throw await conflict(tx, work)
    const { columns, media } = await columnsOf(tx, fields, work)
    const { authors, drops } = await trackBlocks(tx, work, columns)
    if (drops) await keepReplaced(tx, id)
    const blockAuthors = JSON.stringify(authors)
    const saved = await tx.db
      .updateTable('draft')
      .set({ ...columns, blockAuthors, version: version + 1, saveKey: save, savedBy: tx.viewer.id, savedAt: tx.now() })
      .where('articleId', '=', id)
      .returning(['version', 'savedAt', 'wordCount', 'readingMinutes', 'changed'])
      .executeTakeFirstOrThrow()
    await noteUses(tx, work, { media, cover: fields.cover })
    tx.invalidate(`live:draft:${id}`)
    const changed = work.state === 'published' ? await refreshChanged(tx, id) : saved.changed
    await sampleRevision(tx, id)
    return presentSaved({ ...saved, changed })
  })
}

type SavedRow = Pick<Work, 'version' | 'savedAt' | 'wordCount' | 'readingMinutes' | 'changed'>

function presentSaved({ version, savedAt, wordCount, readingMinutes, changed }: SavedRow): Saved {
  return { version, savedAt: savedAt.toISOString(), words: wordCount, readingMinutes, changed }
}
