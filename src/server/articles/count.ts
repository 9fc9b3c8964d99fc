import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/** Keeps the count of responses that readers see, in the transaction that adds or hides one, and as its last lock. */
export async function countResponse({ db, touch }: Ctx, articleId: string, by: number) {
  if (by === 0) return
  await db
    .updateTable('article')
    .set({ responseCount: sql`response_count + ${by}` })
    .where('id', '=', articleId)
    .execute()
  touch(`article:${articleId}`)
}

/** Keeps the count of likes, in the transaction that adds or ends one. */
export async function countLike({ db, touch }: Ctx, articleId: string, by: 1 | -1): Promise<number> {
  const { likeCount } = await db
    .updateTable('article')
    .set({ likeCount: sql`like_count + ${by}` })
    .where('id', '=', articleId)
    .returning('likeCount')
    .executeTakeFirstOrThrow()
  touch(`article:${articleId}`)
  return likeCount
}
