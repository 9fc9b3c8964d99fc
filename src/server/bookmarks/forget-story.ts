import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/** Takes a story that is deleted for ever out of everybody's lists, so that these count what they hold. Inside a transaction. */
export async function forgetStory({ db }: Pick<Ctx, 'db'>, articleId: string) {
  const lists = await db.deleteFrom('bookmark').where('articleId', '=', articleId).returning('listId').execute()
  const ids = lists.map(({ listId }) => listId)
  if (ids.length === 0) return
  await db
    .updateTable('readingList')
    .set({ itemCount: sql`item_count - 1` })
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
}
