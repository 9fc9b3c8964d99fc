import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'

/** Keeps the count of somebody's published stories, in the transaction that publishes or withdraws one. */
export async function countStory({ db, invalidate }: Ctx, personId: string, by: 1 | -1) {
  await db
    .updateTable('person')
    .set({ storyCount: sql`story_count + ${by}` })
    .where('id', '=', personId)
    .execute()
  invalidate(`person:${personId}`, 'creators')
}
