import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/** Keeps the counts of published stories, in the transaction that publishes or withdraws one. */
export async function countStory(
  { db, invalidate }: Ctx,
  where: { categoryId: string | null; tagIds: string[] },
  by: 1 | -1,
) {
  if (where.categoryId) {
    await db
      .updateTable('category')
      .set({ storyCount: sql`story_count + ${by}` })
      .where('id', '=', where.categoryId)
      .execute()
    invalidate('categories')
  }
  if (where.tagIds.length > 0) {
    await db
      .updateTable('tag')
      .set({ storyCount: sql`story_count + ${by}` })
      .where('id', 'in', where.tagIds)
      .execute()
  }
}
