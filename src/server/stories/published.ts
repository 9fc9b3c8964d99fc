import { type RawBuilder, sql } from 'kysely'
import type { ArticleState } from '#contract/articles.ts'
import type { Db } from '#server/platform/db.ts'

// Written into the statement: a plan made for any state could not use the indexes of published stories.
export const PUBLISHED = sql.lit<ArticleState>('published')

/** Published stories with what a card shows. Nothing unpublished can pass through here. */
export function publishedCards(db: Db) {
  return db
    .selectFrom('article')
    .innerJoin('person', 'person.id', 'article.authorId')
    .leftJoin('category', 'category.id', 'article.categoryId')
    .leftJoin('articleTag', (join) =>
      join.onRef('articleTag.articleId', '=', 'article.id').on('articleTag.position', '=', 0),
    )
    .leftJoin('tag', 'tag.id', 'articleTag.tagId')
    .select([
      'article.id',
      'article.slug',
      'article.title',
      'article.subtitle',
      'article.excerpt',
      'article.language',
      'article.cover',
      'article.publishedAt',
      'article.readingMinutes',
      'article.access',
      'article.likeCount',
      'article.responseCount',
      'person.id as authorId',
      'person.handle as authorHandle',
      'person.name as authorName',
      'person.about as authorAbout',
      'person.avatar as authorAvatar',
      'category.slug as categorySlug',
      'category.name as categoryName',
      'tag.slug as tagSlug',
      'tag.name as tagName',
    ])
    .where('article.state', '=', PUBLISHED)
    .$narrowType<{ publishedAt: Date }>()
}

export type CardRow = Awaited<ReturnType<ReturnType<typeof publishedCards>['execute']>>[number]

export type StoryPage = {
  categoryId?: string | undefined
  tagId?: string | undefined
  authorId?: string | undefined
  /** Whoever wrote it or stands on its byline. */
  writerId?: string | undefined
  /** Those whose stories are left out. */
  without?: readonly string[] | undefined
  before: { at: Date; id: string } | null
  limit: number
}

/** Newest first, from `before` on. */
export function latestStories(db: Db, page: StoryPage) {
  const { categoryId, tagId, authorId, writerId, without = [], before, limit } = page
  let query = publishedCards(db)
  if (categoryId) query = query.where('article.categoryId', '=', categoryId)
  if (authorId) query = query.where('article.authorId', '=', authorId)
  if (writerId) query = query.where('article.id', 'in', writtenBy(db, writerId, { categoryId, before, limit }))
  if (without.length > 0) query = query.where('article.authorId', '!=', sql<string>`all(${without}::text[])`)
  if (tagId) query = query.where('article.id', 'in', carrying(db, tagId, { categoryId, before, limit }))
  if (before) {
    // The id breaks ties: two stories of one instant must not hide each other across pages.
    query = query.where((eb) =>
      eb(eb.refTuple('article.publishedAt', 'article.id'), '<', eb.tuple(before.at, before.id)),
    )
  }
  return query.orderBy('article.publishedAt', 'desc').orderBy('article.id', 'desc').limit(limit).execute()
}

/** The ids of the newest stories that carry a tag, in its own order: one that is on every story costs no more than others. */
export function carrying(db: Db, tagId: string, { categoryId, before, limit }: Omit<StoryPage, 'tagId' | 'authorId'>) {
  let query = db
    .selectFrom('articleTag as chosen')
    .innerJoin('article as carrier', 'carrier.id', 'chosen.articleId')
    .select('chosen.articleId')
    .where('chosen.tagId', '=', tagId)
    .where('carrier.state', '=', PUBLISHED)
  if (categoryId) query = query.where('carrier.categoryId', '=', categoryId)
  if (before) {
    query = query.where((eb) =>
      eb(eb.refTuple('chosen.publishedAt', 'chosen.articleId'), '<', eb.tuple(before.at, before.id)),
    )
  }
  return query.orderBy('chosen.publishedAt', 'desc').orderBy('chosen.articleId', 'desc').limit(limit)
}

type Somebody = string | RawBuilder<string>

/** The ids of the newest stories that somebody wrote, alone or with others. */
export function writtenBy(db: Db, personId: Somebody, page: Written) {
  return db.selectFrom(newestBy(db, personId, page).as('theirs')).select('theirs.id')
}

/** The same with when they were published: what being the author gives by its index and what the bylines give by theirs. */
export function newestBy(db: Db, personId: Somebody, page: Written) {
  return db
    .selectFrom(
      newestOf(db, personId, page)
        .unionAll(newestWith(db, personId, page))
        .as('written'),
    )
    .select(['written.id', 'written.publishedAt'])
    .orderBy('written.publishedAt', 'desc')
    .orderBy('written.id', 'desc')
    .limit(page.limit)
}

type Written = Pick<StoryPage, 'categoryId' | 'without' | 'before' | 'limit'>

/** The newest that somebody wrote as their author. */
function newestOf(db: Db, personId: Somebody, page: Written) {
  const { categoryId, before, limit } = page
  let query = db
    .selectFrom('article as own')
    .select(['own.id', 'own.publishedAt'])
    .where('own.authorId', '=', personId)
    .where('own.state', '=', PUBLISHED)
  if (categoryId) query = query.where('own.categoryId', '=', categoryId)
  if (before)
    query = query.where((eb) => eb(eb.refTuple('own.publishedAt', 'own.id'), '<', eb.tuple(before.at, before.id)))
  const newest = query.orderBy('own.publishedAt', 'desc').orderBy('own.id', 'desc').limit(limit)
  return db.selectFrom(newest.as('own')).select(['own.id', 'own.publishedAt'])
}

/** The newest that somebody wrote with their author, in the order of their bylines. */
function newestWith(db: Db, personId: Somebody, page: Written) {
  const { categoryId, without = [], before, limit } = page
  let query = db
    .selectFrom('articleCoAuthor as byline')
    .innerJoin('article as shared', 'shared.id', 'byline.articleId')
    .select(['shared.id', 'shared.publishedAt'])
    .where('byline.personId', '=', personId)
    .where('byline.publishedAt', 'is not', null)
    .where('shared.state', '=', PUBLISHED)
  if (categoryId) query = query.where('shared.categoryId', '=', categoryId)
  if (without.length > 0) query = query.where('shared.authorId', '!=', sql<string>`all(${without}::text[])`)
  if (before) {
    query = query.where((eb) =>
      eb(eb.refTuple('byline.publishedAt', 'byline.articleId'), '<', eb.tuple(before.at, before.id)),
    )
  }
  const newest = query.orderBy('byline.publishedAt', 'desc').orderBy('byline.articleId', 'desc').limit(limit)
  return db.selectFrom(newest.as('shared')).select(['shared.id', 'shared.publishedAt'])
}

export function featuredStories(db: Db, limit: number, categoryId?: string) {
  let query = publishedCards(db).where('article.featured', '=', sql.lit(true))
  if (categoryId) query = query.where('article.categoryId', '=', categoryId)
  return query.orderBy('article.publishedAt', 'desc').orderBy('article.id', 'desc').limit(limit).execute()
}

type Hot = Pick<StoryPage, 'categoryId' | 'without' | 'limit'>

/** The hottest first, of the whole site or of a category. */
export function trendingStories(db: Db, { categoryId, without = [], limit }: Hot) {
  let query = publishedCards(db).innerJoin('storyRank', 'storyRank.articleId', 'article.id')
  if (categoryId) query = query.where('storyRank.categoryId', '=', categoryId)
  if (without.length > 0) query = query.where('article.authorId', '!=', sql<string>`all(${without}::text[])`)
  return query.orderBy('storyRank.heat', 'desc').orderBy('storyRank.articleId').limit(limit).execute()
}

/** Only what leads on, for what hangs below a story. */
export function publishedId(db: Db, ref: string) {
  return db
    .selectFrom('article')
    .select(['article.id', 'article.authorId', 'article.categoryId'])
    .where('article.state', '=', PUBLISHED)
    .where((eb) => eb.or([eb('article.slug', '=', ref), eb('article.id', '=', ref)]))
    .executeTakeFirst()
}

/** In no particular order. */
export function storiesByIds(db: Db, ids: string[]) {
  return publishedCards(db)
    .where('article.id', '=', sql<string>`any(${ids}::text[])`)
    .execute()
}
