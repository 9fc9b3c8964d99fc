import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import { publishedArticles } from '#server/stories/published.ts'

// Compared by code unit, like keys of the tree. The default collation would sort differently.
const key = sql<string>`article.id collate "C"`

/** Excludes disabled users. */
export function findUserRecord(db: Db, uid: string) {
  return db
    .selectFrom('person')
    .select(['id', 'uid', 'handle', 'name', 'about', 'role', 'avatar', 'createdAt', 'updatedAt'])
    .where('uid', '=', uid)
    .where('disabledAt', 'is', null)
    .executeTakeFirst()
}
export type RecordRow = NonNullable<Awaited<ReturnType<typeof findUserRecord>>>

/** Published stories without their text. */
function storyRecords(db: Db) {
  return publishedArticles(db)
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
}
export type ArticleRow = Awaited<ReturnType<ReturnType<typeof storyRecords>['execute']>>[number]

export type KeyRange = {
  start: { key: string; open: boolean } | null
  end: { key: string; open: boolean } | null
  limit: number
  from: 'first' | 'last'
}

export function listArticlesByKey(db: Db, { start, end, limit, from }: KeyRange) {
  let query = storyRecords(db)
  if (start) query = query.where(key, start.open ? '>' : '>=', start.key)
  if (end) query = query.where(key, end.open ? '<' : '<=', end.key)
  return query
    .orderBy(key, from === 'first' ? 'asc' : 'desc')
    .limit(limit)
    .execute()
}

export function findArticleById(db: Db, id: string) {
  return storyRecords(db).where('article.id', '=', id).executeTakeFirst()
}

function categoryColumns(db: Db) {
  return db.selectFrom('category').select(['slug', 'name', 'description', 'picture', 'position', 'storyCount'])
}
export type CategoryRow = Awaited<ReturnType<ReturnType<typeof categoryColumns>['execute']>>[number]

export function listCategories(db: Db, limit: number) {
  return categoryColumns(db).limit(limit).execute()
}

export function findCategoryBySlug(db: Db, slug: string) {
  return categoryColumns(db).where('slug', '=', slug).executeTakeFirst()
}

/** Only tags with published stories: a tag used only on drafts is private. */
function tagColumns(db: Db) {
  return db.selectFrom('tag').select(['slug', 'name', 'storyCount']).where('storyCount', '>', 0)
}
export type TagRow = Awaited<ReturnType<ReturnType<typeof tagColumns>['execute']>>[number]

export function listTags(db: Db, limit: number) {
  return tagColumns(db).limit(limit).execute()
}

export function findTagBySlug(db: Db, slug: string) {
  return tagColumns(db).where('slug', '=', slug).executeTakeFirst()
}
