import type { ForYouWeights } from '#contract/discovery.ts'
import type { Db } from '#server/platform/db.ts'
import { usualWeights } from './choose.ts'

/** How much each reason counts for somebody; until they say so, all as usual. */
export async function weightsOf(db: Db, personId: string): Promise<ForYouWeights> {
  const row = await db
    .selectFrom('forYouWeight')
    .select(['newest', 'people', 'topics', 'reading', 'trending'])
    .where('personId', '=', personId)
    .executeTakeFirst()
  return row ?? usualWeights
}
