import { adjustStoryCount } from '#server/people/story-count.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'

/** In byline order. */
export async function listCoAuthorIds(db: Db, articleId: string) {
  const rows = await db
    .selectFrom('articleCoAuthor')
    .select('personId')
    .where('articleId', '=', articleId)
    .orderBy('position')
    .execute()
  return rows.map(({ personId }) => personId)
}

/** Updates in a fixed order, so that overlapping bylines cannot deadlock. Inside a transaction. */
export async function updateAuthorStoryCounts(tx: Ctx, people: readonly string[], by: 1 | -1) {
  for (const id of people.toSorted()) await adjustStoryCount(tx, id, by)
}
