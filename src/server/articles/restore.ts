import type { Article } from '#contract/articles.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/identity.ts'
import { usePicture } from '#server/media/uses.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { articleFor } from './access.ts'
import { refreshChanged } from './changed.ts'
import { withWhatIsLeft } from './left-in-library.ts'
import { mayEdit } from './policy.ts'
import { prepareDocument } from './prepare.ts'
import { preparedColumns } from './prepared-columns.ts'
import { presentArticle } from './present.ts'
import { getRevision, keepReplaced, keepRevision } from './revisions.ts'
import { presentWho, whoColumns } from './who.ts'

/** Takes an earlier text as the working copy. Readers see it when it is published. */
export function restoreRevision(ctx: Ctx<Viewer>, id: string, revisionId: string, version: number): Promise<Article> {
  return inTransaction(ctx, async (tx) => {
    const { article, part } = await articleFor(tx, id, true)
    if (!mayEdit({ role: tx.viewer.role, part }, article.state))
      throw new Refusal('wrong-state', { state: article.state })
    await checkVersion(tx.db, id, version)
    const revision = await getRevision(tx, id, revisionId)
    const prepared = await prepareDocument(tx, await withWhatIsLeft(tx.db, revision.body))

    await keepReplaced(tx, id)
    await tx.db
      .updateTable('draft')
      .set({
        ...preparedColumns(prepared),
        title: revision.title,
        subtitle: revision.subtitle,
        version: version + 1,
        saveKey: null,
        savedBy: tx.viewer.id,
        savedAt: tx.now(),
      })
      .where('articleId', '=', id)
      .execute()
    // What readers see already may be exactly what came back.
    await refreshChanged(tx, id)
    for (const mediaId of prepared.media) await usePicture(tx, { mediaId, kind: 'article', ref: id })
    await keepRevision(tx, id, 'restored')
    return presentArticle(tx, id)
  })
}

/** Refuses when somebody saved in between, and says who. */
async function checkVersion(db: Db, articleId: string, version: number) {
  const now = await db
    .selectFrom('draft')
    .leftJoin('person as who', 'who.id', 'draft.savedBy')
    .select(['draft.version', 'draft.savedAt', ...whoColumns])
    .where('draft.articleId', '=', articleId)
    .executeTakeFirst()
  if (!now) throw new Refusal('not-found')
  if (now.version !== version) {
    const savedAt = now.savedAt.toISOString()
    throw new Refusal('version-conflict', { version: now.version, savedAt, savedBy: presentWho(now) })
  }
}
