import type { Article } from '#contract/articles.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { workFor } from '#server/articles/access.ts'
import { refreshChanged } from '#server/articles/drafts/unpublished-changes.ts'
import { withWhatIsLeft } from '#server/articles/orphaned-media.ts'
import { checkOpen } from '#server/articles/transitions.ts'
import { prepareDocument } from '#server/documents/prepare.ts'
import { preparedColumns } from '#server/articles/drafts/prepared-columns.ts'
import { presentArticle } from '#server/articles/present.ts'
import { getRevision, keepReplaced, keepRevision } from './revisions.ts'
import { noteUses } from '#server/articles/media-references.ts'
import { conflict } from '#server/articles/drafts/version-conflict.ts'

/** Takes an earlier text as the working copy. Readers see it when it is published. */
export function restoreRevision(ctx: Ctx<Viewer>, id: string, revisionId: string, version: number): Promise<Article> {
  return inTransaction(ctx, async (tx) => {
    const { work, part } = await workFor(tx, id)
    checkOpen({ role: tx.viewer.role, part }, work.state)
    if (work.version !== version) throw await conflict(tx, work)
    const revision = await getRevision(tx, id, revisionId)
    const prepared = await prepareDocument(tx, await withWhatIsLeft(tx.db, revision.body))

    await keepReplaced(tx, id)
    await tx.db
      .updateTable('draft')
      .set({
        ...preparedColumns(prepared),
        title: revision.title,
        subtitle: revision.subtitle,
        // The revisions hold both texts whole.
        blockAuthors: '{}',
        version: version + 1,
        saveKey: null,
        savedBy: tx.viewer.id,
        savedAt: tx.now(),
      })
      .where('articleId', '=', id)
      .execute()
    // What readers see already may be exactly what came back.
    await refreshChanged(tx, id)
    await noteUses(tx, work, { media: prepared.media })
    await keepRevision(tx, id, 'restored')
    tx.invalidate(`live:draft:${id}`)
    return presentArticle(tx, id)
  })
}
