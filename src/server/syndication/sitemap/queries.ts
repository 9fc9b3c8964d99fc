import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import { publishedArticles } from '#server/stories/published.ts'

// As text: a JavaScript date has milliseconds only, and a rounded key would repeat rows.
const MOMENT = sql<string>`article.published_at::text`

/** A story's position in the order of publication, which does not change when stories are added. */
export type Key = { moment: string; id: string }

/** The first story of each file, oldest first. The database numbers the rows, so that only these few are read. */
export function firstStoryOfEachFile(db: Db, size: number): Promise<Key[]> {
  const numbered = publishedArticles(db)
    .select(({ fn }) => [
      MOMENT.as('moment'),
      'article.id',
      fn
        .agg<string>('row_number')
        .over((over) => over.orderBy('article.publishedAt').orderBy('article.id'))
        .as('position'),
    ])
    .as('numbered')
  return db
    .selectFrom(numbered)
    .select(['numbered.moment', 'numbered.id'])
    .where(sql<boolean>`numbered.position % ${sql.lit(size)} = ${sql.lit(1 % size)}`)
    .orderBy('numbered.position')
    .execute()
}

type StoryRange = { from: Key; before: Key | null; limit: number }

/** Stories in the order of publication, `from` included. */
export function storiesFrom(db: Db, { from, before, limit }: StoryRange) {
  const position = sql`(article.published_at, article.id)`
  const key = ({ moment, id }: Key) => sql`(${moment}::timestamptz, ${id})`
  let query = publishedArticles(db)
    .select([
      MOMENT.as('moment'),
      'article.id',
      'article.slug',
      'article.publishedAt',
      'article.updatedAt',
      'article.canonicalUrl',
    ])
    .$narrowType<{ publishedAt: Date }>()
    .where(sql<boolean>`${position} >= ${key(from)}`)
  if (before) query = query.where(sql<boolean>`${position} < ${key(before)}`)
  return query.orderBy('article.publishedAt').orderBy('article.id').limit(limit).execute()
}
