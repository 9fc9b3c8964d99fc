import { countStory } from '#server/people/count.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'

/** Those who write with its author, in the order of the byline. */
export async function coAuthorIds(db: Db, articleId: string) {
  const rows = await db
    .selectFrom('articleCoAuthor')
    .select('personId')
    .where('articleId', '=', articleId)
    .orderBy('position')
    .execute()
  return rows.map(({ personId }) => personId)
}

/** One story more or less for each of these people, in one order, so that two bylines do not wait for each other. Inside a transaction. */
export async function countFor(tx: Ctx, people: readonly string[], by: 1 | -1) {
  for (const id of people.toSorted()) await countStory(tx, id, by)
}
