import { sql } from 'kysely'
import { DAY_MS } from '#contract/constants.ts'
import type { Db } from '#server/platform/db.ts'

// Older revisions were thinned on earlier runs.
const RECENT_MS = 31 * DAY_MS
const MAX_PER_ARTICLE = 200
const COMPARED_SUBMISSIONS = 3

/**
 * Keeps every saved revision for a day, one per hour for a week, and one per day after that. Other kinds stay.
 * Keeps at most 200 per article, dropping saved ones first. Those of the last submissions stay, so that a reviewer can
 * compare with them.
 */
export async function thinRevisions(db: Db, now: Date) {
  const [recent, dayAgo, weekAgo] = [RECENT_MS, DAY_MS, 7 * DAY_MS].map((ms) => new Date(now.getTime() - ms))
  const ranked = db
    .selectFrom('revision')
    .select([
      'revision.id',
      sql<boolean>`kind = 'saved' and saved_at < ${dayAgo} and row_number() over (
        partition by article_id, kind = 'saved',
          case when saved_at >= ${weekAgo} then date_trunc('hour', saved_at, 'UTC') else date_trunc('day', saved_at, 'UTC') end
        order by saved_at desc, id desc) > 1`.as('redundant'),
      'revision.articleId',
      'revision.kind',
      'revision.savedAt',
      sql<boolean>`revision.id in (select revision_id from review_submission
        where review_submission.article_id = revision.article_id order by at desc, id desc limit ${COMPARED_SUBMISSIONS})`.as(
        'compared',
      ),
    ])
    .where('revision.articleId', 'in', (eb) =>
      eb
        .selectFrom('revision as late')
        .select('late.articleId')
        .where('late.savedAt', '>', recent ?? now),
    )
    .as('ranked')
  const numbered = db
    .selectFrom(ranked)
    .select([
      'ranked.id',
      'ranked.redundant',
      sql<number>`row_number() over (
        partition by article_id order by redundant, compared desc, kind = 'saved', saved_at desc, id desc)`.as('place'),
    ])
    .as('numbered')
  await db
    .deleteFrom('revision')
    .where('revision.id', 'in', (eb) =>
      eb
        .selectFrom(numbered)
        .select('numbered.id')
        .where((row) => row.or([row('numbered.redundant', '=', true), row('numbered.place', '>', MAX_PER_ARTICLE)])),
    )
    .execute()
}
