import type { ResponseReportReason } from '#contract/conversation/conversation.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { getStoryId } from '#server/reading/story.ts'

type Report = { reason: ResponseReportReason; note: string }

/** Each person can report a story once. Its authors cannot. */
export async function reportStory(ctx: Ctx<Viewer>, ref: string, { reason, note }: Report) {
  const articleId = await getStoryId(ctx.db, ref)
  await inTransaction(ctx, async (tx) => {
    if (await isInByline(tx, articleId))
      throw new Refusal('not-allowed', { message: 'You can’t report your own story.' })
    await tx.db
      .insertInto('storyReport')
      .values({ id: newId(), articleId, byId: tx.viewer.id, reason, note, createdAt: tx.now() })
      .onConflict((conflict) => conflict.columns(['articleId', 'byId']).doNothing())
      .execute()
  })
  return {}
}

async function isInByline({ db, viewer }: Ctx<Viewer>, articleId: string) {
  const row = await db
    .selectFrom('article')
    .leftJoin('articleCoAuthor', (join) =>
      join.onRef('articleCoAuthor.articleId', '=', 'article.id').on('articleCoAuthor.personId', '=', viewer.id),
    )
    .select('article.id')
    .where('article.id', '=', articleId)
    .where((eb) => eb.or([eb('article.authorId', '=', viewer.id), eb('articleCoAuthor.personId', 'is not', null)]))
    .executeTakeFirst()
  return row !== undefined
}

export async function hasOpenStoryReports({ db }: Pick<Ctx, 'db'>, articleId: string) {
  const row = await db
    .selectFrom('storyReport')
    .select('id')
    .where('articleId', '=', articleId)
    .where('resolvedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Call inside a transaction. */
export async function resolveStoryReports({ db, now }: Pick<Ctx, 'db' | 'now'>, articleId: string) {
  await db
    .updateTable('storyReport')
    .set({ resolvedAt: now() })
    .where('articleId', '=', articleId)
    .where('resolvedAt', 'is', null)
    .execute()
}

/** Opens the reports again that a decision of this time has resolved. Call inside a transaction. */
export async function reopenStoryReports({ db }: Pick<Ctx, 'db'>, articleId: string, resolvedAt: Date) {
  await db
    .updateTable('storyReport')
    .set({ resolvedAt: null })
    .where('articleId', '=', articleId)
    .where('resolvedAt', '=', resolvedAt)
    .execute()
}
