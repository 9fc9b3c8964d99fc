import { sql } from 'kysely'
import { listChange } from '#server/platform/cache/cache-tags.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Must run in the transaction that adds a story to the person's list or removes it. */
export async function adjustStoryCount({ db, invalidate }: Ctx, personId: string, by: 1 | -1) {
  await db
    .updateTable('person')
    .set({ storyCount: sql`story_count + ${by}` })
    .where('id', '=', personId)
    .execute()
  invalidate(listChange(`stories:author:${personId}`, by), `soon:person-counts:${personId}`, 'soon:creators')
}
