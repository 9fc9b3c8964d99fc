import { sql } from 'kysely'
import type { ArticleState } from '#contract/articles/articles.ts'
import { HOUR_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { removeStoryFromLists } from '#server/bookmarks/items.ts'
import { keepReadsOfStory } from '#server/earnings/member-reads.ts'
import { removeMediaReferences } from '#server/media/media-references.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { requireLockedArticle } from './access.ts'
import { wrongState } from './transitions.ts'
import { canTransition } from './policy.ts'

const RETENTION_MS = 30 * 24 * HOUR_MS
const BATCH_SIZE = 200

/** Deletes a trashed article for good. Takes the right to restore it. */
export function deletePermanently(ctx: Ctx<Viewer>, id: string) {
  return inTransaction(ctx, async (tx) => {
    const { article, authorship } = await requireLockedArticle(tx, id)
    if (!canTransition({ role: tx.viewer.role, authorship }, 'untrash')) throw new Refusal('not-allowed')
    if (article.state !== 'trashed') throw wrongState(article.state, 'Move it to the trash first.')
    await deleteArticle(tx, id)
    return { deleted: true as const }
  })
}

/** Deletes articles trashed more than 30 days ago. Inside a transaction. */
export async function purgeTrash(tx: Pick<Ctx, 'db' | 'now'>) {
  const expired = await tx.db
    .selectFrom('article')
    .select('id')
    .where('state', '=', sql.lit<ArticleState>('trashed'))
    .where('trashedAt', '<', new Date(tx.now().getTime() - RETENTION_MS))
    .orderBy('trashedAt')
    .limit(BATCH_SIZE)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id } of expired) await deleteArticle(tx, id)
  return expired.length
}

/** Drafts, history, notes, links, old slugs and responses cascade. A trashed article is in no count, except of earnings. */
async function deleteArticle(tx: Pick<Ctx, 'db'>, id: string) {
  await removeMediaReferences(tx, { kind: 'article', ref: id })
  await removeMediaReferences(tx, { kind: 'cover', ref: id })
  await removeStoryFromLists(tx, id)
  await keepReadsOfStory(tx, id)
  await tx.db.deleteFrom('article').where('id', '=', id).execute()
}
