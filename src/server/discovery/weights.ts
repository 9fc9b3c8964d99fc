import type { ForYouWeights } from '#contract/discovery.ts'
import type { Db } from '#server/platform/db.ts'
import { defaultWeights } from './rank-candidates.ts'

export async function getWeights(db: Db, personId: string): Promise<ForYouWeights> {
  const row = await db
    .selectFrom('forYouWeight')
    .select(['newest', 'people', 'topics', 'reading', 'trending'])
    .where('personId', '=', personId)
    .executeTakeFirst()
  return row ?? defaultWeights
}
