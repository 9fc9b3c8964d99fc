import { sql } from 'kysely'
import { DAY_MS } from '#contract/constants.ts'
import type { Db } from '#server/platform/db.ts'

// What is older was thinned when it was younger, unless the site stood still for weeks.
const LATELY_MS = 31 * DAY_MS
const MOST_OF_ONE = 200

/**
 * Saved texts get rarer with age: all of a day, one an hour of a week, one a day beyond. Publications and the like stay.
 * Of one article at most 200 stay, and what was only saved goes first.
 */
export async function thinRevisions(db: Db, now: Date) {
  const [lately, dayAgo, weekAgo] = [LATELY_MS, DAY_MS, 7 * DAY_MS].map((ms) => new Date(now.getTime() - ms))
  const ranked = db
    .selectFrom('revision')
    .select([
      'revision.id',
      sql<boolean>`kind = 'saved' and saved_at < ${dayAgo} and row_number() over (
        partition by article_id, kind = 'saved',
          case when saved_at >= ${weekAgo} then date_trunc('hour', saved_at, 'UTC') else date_trunc('day', saved_at, 'UTC') end
        order by saved_at desc, id desc) > 1`.as('crowded'),
      'revision.articleId',
      'revision.kind',
      'revision.savedAt',
    ])
    .where('revision.articleId', 'in', (eb) =>
      eb
        .selectFrom('revision as late')
        .select('late.articleId')
        .where('late.savedAt', '>', lately ?? now),
    )
    .as('ranked')
  const numbered = db
    .selectFrom(ranked)
    .select([
      'ranked.id',
      'ranked.crowded',
      sql<number>`row_number() over (
        partition by article_id order by crowded, kind = 'saved', saved_at desc, id desc)`.as('place'),
    ])
    .as('numbered')
  await db
    .deleteFrom('revision')
    .where('revision.id', 'in', (eb) =>
      eb
        .selectFrom(numbered)
        .select('numbered.id')
        .where((row) => row.or([row('numbered.crowded', '=', true), row('numbered.place', '>', MOST_OF_ONE)])),
    )
    .execute()
}
