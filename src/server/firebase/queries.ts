import { sql } from 'kysely'
import type { ArticleState } from '#contract/articles.ts'
import type { Db } from '#server/platform/db.ts'

// Written into the statement: a plan made for any state could not use the indexes of published stories.
const PUBLISHED = sql.lit<ArticleState>('published')
// Compared by code units, as the tree compares; the database's own language would put small letters first.
const key = sql<string>`article.id collate "C"`

/** The record of whoever has this uid, unless they are disabled. */
export function recordOf(db: Db, uid: string) {
  return db
    .selectFrom('person')
    .select(['id', 'uid', 'handle', 'name', 'about', 'role', 'avatar', 'createdAt', 'updatedAt'])
    .where('uid', '=', uid)
    .where('disabledAt', 'is', null)
    .executeTakeFirst()
}
export type RecordRow = NonNullable<Awaited<ReturnType<typeof recordOf>>>

/** Published stories of people who are not disabled, without their text. Nothing else can pass through here. */
function publishedArticles(db: Db) {
  return db
    .selectFrom('article')
    .innerJoin('person', 'person.id', 'article.authorId')
    .leftJoin('category', 'category.id', 'article.categoryId')
    .select([
      'article.id',
      'article.slug',
      'article.title',
      'article.subtitle',
      'article.excerpt',
      'article.language',
      'article.access',
      'article.publishedAt',
      'article.updatedAt',
      'article.readingMinutes',
      'article.likeCount',
      'article.responseCount',
      'person.id as authorId',
      'person.handle as authorHandle',
      'person.name as authorName',
      'category.slug as categorySlug',
    ])
    .select((eb) =>
      eb
        .selectFrom('articleTag')
        .innerJoin('tag', 'tag.id', 'articleTag.tagId')
        .select(({ fn, ref }) => fn<string[] | null>('array_agg', [ref('tag.slug')]).as('slugs'))
        .whereRef('articleTag.articleId', '=', 'article.id')
        .as('tagSlugs'),
    )
    .where('article.state', '=', PUBLISHED)
    .where('person.disabledAt', 'is', null)
}
export type ArticleRow = Awaited<ReturnType<ReturnType<typeof publishedArticles>['execute']>>[number]

export type KeyRange = {
  start: { key: string; open: boolean } | null
  end: { key: string; open: boolean } | null
  limit: number
  from: 'first' | 'last'
}

export function articlesByKey(db: Db, { start, end, limit, from }: KeyRange) {
  let query = publishedArticles(db)
  if (start) query = query.where(key, start.open ? '>' : '>=', start.key)
  if (end) query = query.where(key, end.open ? '<' : '<=', end.key)
  return query
    .orderBy(key, from === 'first' ? 'asc' : 'desc')
    .limit(limit)
    .execute()
}

export function articleById(db: Db, id: string) {
  return publishedArticles(db).where('article.id', '=', id).executeTakeFirst()
}

function categoryColumns(db: Db) {
  return db.selectFrom('category').select(['slug', 'name', 'description', 'picture', 'position', 'storyCount'])
}
export type CategoryRow = Awaited<ReturnType<ReturnType<typeof categoryColumns>['execute']>>[number]

export function categories(db: Db, limit: number) {
  return categoryColumns(db).limit(limit).execute()
}

export function categoryBySlug(db: Db, slug: string) {
  return categoryColumns(db).where('slug', '=', slug).executeTakeFirst()
}

/** Only those on published stories: a word that stands on a draft alone is its author's secret. */
function tagColumns(db: Db) {
  return db.selectFrom('tag').select(['slug', 'name', 'storyCount']).where('storyCount', '>', 0)
}
export type TagRow = Awaited<ReturnType<ReturnType<typeof tagColumns>['execute']>>[number]

export function tags(db: Db, limit: number) {
  return tagColumns(db).limit(limit).execute()
}

export function tagBySlug(db: Db, slug: string) {
  return tagColumns(db).where('slug', '=', slug).executeTakeFirst()
}
