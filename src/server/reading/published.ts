import { sql } from 'kysely'
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
  before: { at: Date; id: string } | null
  limit: number
}

/** Newest first, from `before` on. */
export function latestStories(db: Db, { categoryId, tagId, authorId, before, limit }: StoryPage) {
  let query = publishedCards(db)
  if (categoryId) query = query.where('article.categoryId', '=', categoryId)
  if (authorId) query = query.where('article.authorId', '=', authorId)
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

export function featuredStories(db: Db, limit: number, categoryId?: string) {
  let query = publishedCards(db).where('article.featured', '=', sql.lit(true))
  if (categoryId) query = query.where('article.categoryId', '=', categoryId)
  return query.orderBy('article.publishedAt', 'desc').orderBy('article.id', 'desc').limit(limit).execute()
}

/** The hottest first, of the whole site or of a category. */
export function trendingStories(db: Db, { categoryId, limit }: { categoryId?: string | undefined; limit: number }) {
  let query = publishedCards(db).innerJoin('storyRank', 'storyRank.articleId', 'article.id')
  if (categoryId) query = query.where('storyRank.categoryId', '=', categoryId)
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
