import type { ForYouWeights } from '#contract/discovery.ts'
import { type Placeholders, compiledQuery } from '#server/platform/compiled-query.ts'
import type { Db } from '#server/platform/db.ts'
import { defaultWeights } from './rank-candidates.ts'

export async function getWeights(db: Db, personId: string): Promise<ForYouWeights> {
  const [row] = await weights(db, { personId })
  return row ?? defaultWeights
}

const weights = compiledQuery((db, { personId }: Placeholders<{ personId: string }>) =>
  db
    .selectFrom('forYouWeight')
    .select(['newest', 'people', 'topics', 'reading', 'trending'])
    .where('personId', '=', personId),
)
