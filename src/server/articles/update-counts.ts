import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/** Inside the transaction that saves. The count is shown nowhere, so no page is invalidated. */
export async function updateBookmarkCounts({ db }: Pick<Ctx, 'db'>, articleIds: readonly string[], by: 1 | -1) {
  if (articleIds.length === 0) return
  // Locked in a fixed order, so that two bulk saves cannot deadlock.
  const locked = db
    .selectFrom('article')
    .select('article.id')
    .where('article.id', '=', sql<string>`any(${articleIds}::text[])`)
    .orderBy('article.id')
    .forNoKeyUpdate()
  await db
    .with('locked', () => locked)
    .updateTable('article')
    .set({ bookmarkCount: sql`bookmark_count + ${by}` })
    .where('id', 'in', (eb) => eb.selectFrom('locked').select('locked.id'))
    .execute()
}

/**
 * Counts visible responses. Inside the transaction that adds or hides one, as its last lock. Only the conversation shows
 * the count, and the caller invalidates it.
 */
export async function updateResponseCount({ db }: Pick<Ctx, 'db'>, articleId: string, by: number) {
  if (by === 0) return
  await db
    .updateTable('article')
    .set({ responseCount: sql`response_count + ${by}` })
    .where('id', '=', articleId)
    .execute()
}

/** Inside the transaction that adds or removes the like. */
export async function updateLikeCount({ db, invalidate }: Ctx, articleId: string, by: number): Promise<number> {
  const { likeCount } = await db
    .updateTable('article')
    .set({ likeCount: sql`like_count + ${by}` })
    .where('id', '=', articleId)
    .returning('likeCount')
    .executeTakeFirstOrThrow()
  invalidate(`soon:likes:${articleId}`)
  return likeCount
}
