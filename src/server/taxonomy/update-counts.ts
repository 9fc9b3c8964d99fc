import { sql } from 'kysely'
import { listChange } from '#server/platform/cache/cache-tags.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Updates the counts of published stories, inside the transaction that adds one to the lists of these topics or removes one. */
export async function updateTopicCounts(
  { db, invalidate }: Ctx,
  topics: { categoryId: string | null; tagIds: string[] },
  by: 1 | -1,
) {
  if (topics.categoryId) {
    await db
      .updateTable('category')
      .set({ storyCount: sql`story_count + ${by}` })
      .where('id', '=', topics.categoryId)
      .execute()
    invalidate(listChange(`stories:category:${topics.categoryId}`, by), 'soon:category-counts')
  }
  if (topics.tagIds.length > 0) {
    await db
      .updateTable('tag')
      .set({ storyCount: sql`story_count + ${by}` })
      .where('id', 'in', topics.tagIds)
      .execute()
    invalidate(...topics.tagIds.map((id) => listChange(`stories:tag:${id}`, by)), 'soon:tag-counts')
  }
}

/** Updates the counts of followers, inside the transaction that adds or removes them. In the order of the ids, against deadlocks. */
export async function updateFollowerCounts(
  { db }: Pick<Ctx, 'db'>,
  topics: readonly { categoryId: string | null; tagId: string | null }[],
  by: 1 | -1,
) {
  const counts = { followerCount: sql<number>`follower_count + ${by}` }
  for (const id of topics.flatMap(({ categoryId }) => categoryId ?? []).toSorted())
    await db.updateTable('category').set(counts).where('id', '=', id).execute()
  for (const id of topics.flatMap(({ tagId }) => tagId ?? []).toSorted())
    await db.updateTable('tag').set(counts).where('id', '=', id).execute()
}
