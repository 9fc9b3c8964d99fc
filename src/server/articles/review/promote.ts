import { becomeAuthor } from '#server/people/create.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { setting } from '#server/settings/owner-settings.ts'

/** A reader of whom enough was approved publishes without review from then on. Inside the transaction of the approval. */
export async function promoteAfterApproval(tx: Ctx, authorId: string) {
  const needed = await setting(tx, 'authorAfter')
  if (needed === 0) return
  const { approved } = await tx.db
    .selectFrom('articleMove')
    .innerJoin('article', 'article.id', 'articleMove.articleId')
    .select(({ fn }) => fn.count<number>('article.id').distinct().as('approved'))
    .where('article.authorId', '=', authorId)
    .where('articleMove.move', '=', 'approve')
    .executeTakeFirstOrThrow()
  if (approved >= needed) await becomeAuthor(tx, authorId)
}
