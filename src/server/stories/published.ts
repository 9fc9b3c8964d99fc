import { sql } from 'kysely'
import { type Placeholders, type Value, compiledQuery } from '#server/platform/compiled-query.ts'
import type { Db } from '#server/platform/db.ts'
import { isSaved } from './saved-by-viewer.ts'

/**
 * Every public query of stories starts here. Disabling an account does not unpublish its stories: editors remove them
 * (docs/decisions/0029-disabled-authors.md).
 */
export function publishedArticles(db: Db) {
  return db.selectFrom('article').where(isPublished())
}

/** The same rule in a join. A literal, because a generic plan cannot use the partial indexes on published stories. */
export function isPublished(alias = 'article') {
  return sql<boolean>`${sql.ref(`${alias}.state`)} = 'published'`
}

/** Whether all of a story or a part of it is for members, also the part below the members-only line of a public story. */
export const isForMembers = sql<boolean>`(article.access <> 'public' or article.members_html <> '')`

/** The columns of a story card, for published stories only. `saved` is the viewer's mark. */
export function publishedCards(db: Db, viewerId: Value<string> | null | undefined) {
  return publishedArticles(db)
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
    .select([isForMembers.as('forMembers'), isSaved(viewerId).as('saved')])
    .$narrowType<{ publishedAt: Date }>()
}

export type CardRow = Awaited<ReturnType<ReturnType<typeof publishedCards>['execute']>>[number]

type Position = { at: Date; id: string }

export type StoryPage = {
  viewerId?: string | undefined
  categoryId?: string | undefined
  tagId?: string | undefined
  authorId?: string | undefined
  /** An author or co-author. */
  writerId?: string | undefined
  /** Ids of authors to exclude. */
  without?: readonly string[] | undefined
  before: Position | null
  limit: number
}

export function latestStories(db: Db, { before, without = [], ...page }: StoryPage) {
  return latest(db, {
    ...page,
    without: without.length > 0 ? without : null,
    beforeAt: before?.at,
    beforeId: before?.id,
  })
}

type LatestValues = Omit<StoryPage, 'before' | 'without'> & {
  without: readonly string[] | null
  beforeAt: Date | undefined
  beforeId: string | undefined
}

const latest = compiledQuery((db, values: Placeholders<LatestValues>) => {
  const { viewerId, categoryId, tagId, authorId, writerId, without, beforeAt, beforeId, limit } = values
  const before = beforeAt && beforeId ? { at: beforeAt, id: beforeId } : null
  let query = publishedCards(db, viewerId)
  if (categoryId) query = query.where('article.categoryId', '=', categoryId)
  if (authorId) query = query.where('article.authorId', '=', authorId)
  if (writerId) query = query.where('article.id', 'in', storyIdsBy(db, writerId, { categoryId, before, limit }))
  if (without) query = query.where('article.authorId', '!=', sql<string>`all(${without}::text[])`)
  if (tagId) query = query.where('article.id', 'in', storyIdsWithTag(db, tagId, { categoryId, before, limit }))
  if (before) {
    // The id breaks ties, so that stories with the same timestamp are not skipped across pages.
    query = query.where((eb) =>
      eb(eb.refTuple('article.publishedAt', 'article.id'), '<', eb.tuple(before.at, before.id)),
    )
  }
  return query.orderBy('article.publishedAt', 'desc').orderBy('article.id', 'desc').limit(limit)
})

/** Ordered by the tag's own index, so that a tag on every story costs no more than a rare one. */
export function storyIdsWithTag(
  db: Db,
  tagId: Value<string>,
  { categoryId, before, limit }: Omit<AuthorPage, 'without'>,
) {
  let query = db
    .selectFrom('articleTag as chosen')
    .innerJoin('article as carrier', 'carrier.id', 'chosen.articleId')
    .select('chosen.articleId')
    .where('chosen.tagId', '=', tagId)
    .where(isPublished('carrier'))
  if (categoryId) query = query.where('carrier.categoryId', '=', categoryId)
  if (before) {
    query = query.where((eb) =>
      eb(eb.refTuple('chosen.publishedAt', 'chosen.articleId'), '<', eb.tuple(before.at, before.id)),
    )
  }
  return query.orderBy('chosen.publishedAt', 'desc').orderBy('chosen.articleId', 'desc').limit(limit)
}

/** Ids of the newest stories that a person wrote or co-wrote. */
export function storyIdsBy(db: Db, personId: Value<string>, page: AuthorPage) {
  return db.selectFrom(newestStoriesBy(db, personId, page).as('theirs')).select('theirs.id')
}

/** The newest stories of a person: a union of authored and co-authored ones, each read from its own index. */
export function newestStoriesBy(db: Db, personId: Value<string>, page: AuthorPage) {
  return db
    .selectFrom(
      newestAuthored(db, personId, page)
        .unionAll(newestCoAuthored(db, personId, page))
        .as('written'),
    )
    .select(['written.id', 'written.publishedAt'])
    .orderBy('written.publishedAt', 'desc')
    .orderBy('written.id', 'desc')
    .limit(page.limit)
}

type AuthorPage = {
  categoryId?: Value<string> | undefined
  without?: Value<readonly string[]>
  before: { at: Value<Date>; id: Value<string> } | null
  limit: Value<number>
}

function newestAuthored(db: Db, personId: Value<string>, page: AuthorPage) {
  const { categoryId, before, limit } = page
  let query = db
    .selectFrom('article as own')
    .select(['own.id', 'own.publishedAt'])
    .where('own.authorId', '=', personId)
    .where(isPublished('own'))
  if (categoryId) query = query.where('own.categoryId', '=', categoryId)
  if (before)
    query = query.where((eb) => eb(eb.refTuple('own.publishedAt', 'own.id'), '<', eb.tuple(before.at, before.id)))
  const newest = query.orderBy('own.publishedAt', 'desc').orderBy('own.id', 'desc').limit(limit)
  return db.selectFrom(newest.as('own')).select(['own.id', 'own.publishedAt'])
}

function newestCoAuthored(db: Db, personId: Value<string>, page: AuthorPage) {
  const { categoryId, without, before, limit } = page
  let query = db
    .selectFrom('articleCoAuthor as byline')
    .innerJoin('article as shared', 'shared.id', 'byline.articleId')
    .select(['shared.id', 'shared.publishedAt'])
    .where('byline.personId', '=', personId)
    .where('byline.publishedAt', 'is not', null)
    .where(isPublished('shared'))
  if (categoryId) query = query.where('shared.categoryId', '=', categoryId)
  if (without) query = query.where('shared.authorId', '!=', sql<string>`all(${without}::text[])`)
  if (before) {
    query = query.where((eb) =>
      eb(eb.refTuple('byline.publishedAt', 'byline.articleId'), '<', eb.tuple(before.at, before.id)),
    )
  }
  const newest = query.orderBy('byline.publishedAt', 'desc').orderBy('byline.articleId', 'desc').limit(limit)
  return db.selectFrom(newest.as('shared')).select(['shared.id', 'shared.publishedAt'])
}

type Featured = { viewerId?: string | undefined; categoryId?: string; limit: number }

export const featuredStories = compiledQuery((db, { viewerId, categoryId, limit }: Placeholders<Featured>) => {
  let query = publishedCards(db, viewerId).where('article.featured', '=', sql.lit(true))
  if (categoryId) query = query.where('article.categoryId', '=', categoryId)
  return query.orderBy('article.publishedAt', 'desc').orderBy('article.id', 'desc').limit(limit)
})

type TrendingPage = Pick<StoryPage, 'viewerId' | 'categoryId' | 'limit'> & { without?: string[] | null }

/** Most popular first, for the site or a category. */
export const trendingStories = compiledQuery((db, page: Placeholders<TrendingPage>) => {
  const { viewerId, categoryId, without, limit } = page
  let query = publishedCards(db, viewerId).innerJoin('storyRank', 'storyRank.articleId', 'article.id')
  if (categoryId) query = query.where('storyRank.categoryId', '=', categoryId)
  if (without) query = query.where('article.authorId', '!=', sql<string>`all(${without}::text[])`)
  return query.orderBy('storyRank.heat', 'desc').orderBy('storyRank.articleId').limit(limit)
})

/** A lookup without the text, for features attached to a story. */
export function publishedId(db: Db, ref: string) {
  return publishedArticles(db)
    .select(['article.id', 'article.authorId', 'article.categoryId'])
    .where((eb) => eb.or([eb('article.slug', '=', ref), eb('article.id', '=', ref)]))
    .executeTakeFirst()
}

/** In no particular order. */
export const storiesByIds = compiledQuery(
  (db, { viewerId, ids }: Placeholders<{ viewerId?: string | undefined; ids: string[] }>) =>
    publishedCards(db, viewerId).where('article.id', '=', sql<string>`any(${ids}::text[])`),
)
