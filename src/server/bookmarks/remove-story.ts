import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/** For permanently deleted stories. Keeps item counts correct. Must run in a transaction. */
export async function removeStoryFromLists({ db }: Pick<Ctx, 'db'>, articleId: string) {
  const lists = await db.deleteFrom('bookmark').where('articleId', '=', articleId).returning('listId').execute()
  const ids = lists.map(({ listId }) => listId)
  if (ids.length === 0) return
  await db
    .updateTable('readingList')
    .set({ itemCount: sql`item_count - 1` })
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
}
