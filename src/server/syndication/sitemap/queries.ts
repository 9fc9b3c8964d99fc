import { sql } from 'kysely'
import type { ArticleState } from '#contract/articles.ts'
import type { Db } from '#server/platform/db.ts'

const PUBLISHED = sql.lit<ArticleState>('published')
// As text: a date here is rounded to thousandths of a second, and a rounded key would lead back again.
const MOMENT = sql<string>`article.published_at::text`

/** A story's place in the order of publication, which a later story does not change. */
export type Key = { moment: string; id: string }

/** The first story of each file, oldest first. Counted by the database along its index, so that only these few come here. */
export function firstOfEach(db: Db, size: number): Promise<Key[]> {
  const numbered = db
    .selectFrom('article')
    .select(({ fn }) => [
      MOMENT.as('moment'),
      'article.id',
      fn
        .agg<string>('row_number')
        .over((over) => over.orderBy('article.publishedAt').orderBy('article.id'))
        .as('place'),
    ])
    .where('article.state', '=', PUBLISHED)
    .as('numbered')
  return db
    .selectFrom(numbered)
    .select(['numbered.moment', 'numbered.id'])
    .where(sql<boolean>`numbered.place % ${sql.lit(size)} = ${sql.lit(1 % size)}`)
    .orderBy('numbered.place')
    .execute()
}

export type Stretch = { from: Key; before: Key | null; limit: number }

/** Stories in the order of publication, `from` included. */
export function storiesFrom(db: Db, { from, before, limit }: Stretch) {
  const place = sql`(article.published_at, article.id)`
  const key = ({ moment, id }: Key) => sql`(${moment}::timestamptz, ${id})`
  let query = db
    .selectFrom('article')
    .select([
      MOMENT.as('moment'),
      'article.id',
      'article.slug',
      'article.publishedAt',
      'article.updatedAt',
      'article.canonicalUrl',
    ])
    .where('article.state', '=', PUBLISHED)
    .$narrowType<{ publishedAt: Date }>()
    .where(sql<boolean>`${place} >= ${key(from)}`)
  if (before) query = query.where(sql<boolean>`${place} < ${key(before)}`)
  return query.orderBy('article.publishedAt').orderBy('article.id').limit(limit).execute()
}
