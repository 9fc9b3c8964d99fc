import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/** Keeps how many people have saved these stories, in the transaction that saves. Nothing shows it, so no page goes. */
export async function countBookmarks({ db }: Pick<Ctx, 'db'>, articleIds: readonly string[], by: 1 | -1) {
  if (articleIds.length === 0) return
  // Taken in one order by everybody, so that two who save many at once wait for each other and no longer.
  const held = db
    .selectFrom('article')
    .select('article.id')
    .where('article.id', '=', sql<string>`any(${articleIds}::text[])`)
    .orderBy('article.id')
    .forNoKeyUpdate()
  await db
    .with('held', () => held)
    .updateTable('article')
    .set({ bookmarkCount: sql`bookmark_count + ${by}` })
    .where('id', 'in', (eb) => eb.selectFrom('held').select('held.id'))
    .execute()
}

/** Keeps the count of responses that readers see, in the transaction that adds or hides one, and as its last lock. */
export async function countResponse({ db, invalidate }: Ctx, articleId: string, by: number) {
  if (by === 0) return
  await db
    .updateTable('article')
    .set({ responseCount: sql`response_count + ${by}` })
    .where('id', '=', articleId)
    .execute()
  invalidate(`article:${articleId}`)
}

/** Keeps the count of likes, in the transaction that adds or ends one. */
export async function countLike({ db, invalidate }: Ctx, articleId: string, by: number): Promise<number> {
  const { likeCount } = await db
    .updateTable('article')
    .set({ likeCount: sql`like_count + ${by}` })
    .where('id', '=', articleId)
    .returning('likeCount')
    .executeTakeFirstOrThrow()
  invalidate(`article:${articleId}`)
  return likeCount
}
