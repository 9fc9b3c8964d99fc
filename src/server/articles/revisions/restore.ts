import type { Article } from '#contract/articles/articles.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { requireLockedArticle } from '#server/articles/access.ts'
import { updateChangedFlag } from '#server/articles/drafts/unpublished-changes.ts'
import { removeOrphanedMedia } from '#server/articles/orphaned-media.ts'
import { requireEditable } from '#server/articles/transitions.ts'
import { prepareDocument } from '#server/documents/prepare.ts'
import { bodyColumns } from '#server/articles/columns.ts'
import { presentArticle } from '#server/articles/present.ts'
import { getRevision, ensureRevision, createRevision } from './revisions.ts'
import { updateMediaReferences } from '#server/articles/media-references.ts'
import { versionConflict } from '#server/articles/drafts/version-conflict.ts'
import { publishingRole } from '#server/articles/publishing-role.ts'

/** Replaces the working copy with an earlier text. Published text is unaffected. */
export function restoreRevision(ctx: Ctx<Viewer>, id: string, revisionId: string, version: number): Promise<Article> {
  return inTransaction(ctx, async (tx) => {
    const { article, authorship } = await requireLockedArticle(tx, id)
    requireEditable({ role: await publishingRole(tx), authorship }, article.state)
    if (article.version !== version) throw await versionConflict(tx, article)
    const revision = await getRevision(tx, id, revisionId)
    const prepared = await prepareDocument(tx, await removeOrphanedMedia(tx.db, revision.body))

    await ensureRevision(tx, id)
    await tx.db
      .updateTable('draft')
      .set({
        ...bodyColumns(prepared),
        title: revision.title,
        subtitle: revision.subtitle,
        // Revisions hold both texts in full.
        blockAuthors: '{}',
        version: version + 1,
        saveKey: null,
        savedBy: tx.viewer.id,
        savedAt: tx.now(),
      })
      .where('articleId', '=', id)
      .execute()
    // The restored text may equal the published one.
    await updateChangedFlag(tx, id)
    await updateMediaReferences(tx, article, { media: prepared.media })
    await createRevision(tx, id, 'restored')
    tx.invalidate(`live:draft:${id}`)
    return presentArticle(tx, id)
  })
}
