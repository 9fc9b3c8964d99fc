import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/** Keeps the count of shown responses, in the transaction that adds or hides one. */
export async function countResponse({ db, touch }: Ctx, articleId: string, by: 1 | -1) {
  await db
    .updateTable('article')
    .set({ responseCount: sql`response_count + ${by}` })
    .where('id', '=', articleId)
    .execute()
  touch(`article:${articleId}`)
}
