import { sql } from 'kysely'
import type { ArticleState } from '#contract/articles.ts'
import type { Db } from '#server/platform/db.ts'

// Written into the statement: a plan made for any state could not use the indexes of published stories.
const PUBLISHED = sql.lit<ArticleState>('published')

/** Published stories with what a card shows. Nothing unpublished can pass through here. */
function publishedCards(db: Db) {
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
  if (tagId) {
    query = query.where('article.id', 'in', (eb) =>
      eb.selectFrom('articleTag as chosen').select('chosen.articleId').where('chosen.tagId', '=', tagId),
    )
  }
  if (before) {
    // The id breaks ties: two stories of one instant must not hide each other across pages.
    query = query.where((eb) =>
      eb(eb.refTuple('article.publishedAt', 'article.id'), '<', eb.tuple(before.at, before.id)),
    )
  }
  return query.orderBy('article.publishedAt', 'desc').orderBy('article.id', 'desc').limit(limit).execute()
}

export function featuredStories(db: Db, limit: number) {
  return publishedCards(db)
    .where('article.featured', '=', sql.lit(true))
    .orderBy('article.publishedAt', 'desc')
    .orderBy('article.id', 'desc')
    .limit(limit)
    .execute()
}

/** One published story with its text, by slug or id. */
export function storyByRef(db: Db, ref: string) {
  return publishedCards(db)
    .select([
      'article.html',
      'article.membersHtml',
      'article.contents',
      'article.access',
      'article.updatedAt',
      'article.wordCount',
      'article.canonicalUrl',
      'article.seoTitle',
      'article.seoDescription',
      'article.takesResponses',
    ])
    .where((eb) => eb.or([eb('article.slug', '=', ref), eb('article.id', '=', ref)]))
    .executeTakeFirst()
}

/** What is left of an address that no story has: the story that had it before, or the news that it was removed. */
export function formerStory(db: Db, ref: string) {
  const slugs = [...new Set([ref, ref.normalize('NFC').toLowerCase()])]
  const has = db
    .selectFrom('article')
    .select(['article.id', 'article.state'])
    .where((eb) => eb.or([eb('article.slug', 'in', slugs), eb('article.id', '=', ref)]))
  const had = db
    .selectFrom('oldSlug')
    .innerJoin('article', 'article.id', 'oldSlug.articleId')
    .select(['article.id', 'article.state'])
    .where('oldSlug.slug', 'in', slugs)
  return db
    .selectFrom(has.unionAll(had).as('former'))
    .select(['former.id', 'former.state'])
    .where('former.state', 'in', ['published', 'removed'])
    .orderBy('former.state')
    .limit(1)
    .executeTakeFirst()
}

/** Only the id, for what hangs below a story. */
export function publishedId(db: Db, ref: string) {
  return db
    .selectFrom('article')
    .select('article.id')
    .where('article.state', '=', PUBLISHED)
    .where((eb) => eb.or([eb('article.slug', '=', ref), eb('article.id', '=', ref)]))
    .executeTakeFirst()
}

export function tagsOf(db: Db, articleId: string) {
  return db
    .selectFrom('articleTag')
    .innerJoin('tag', 'tag.id', 'articleTag.tagId')
    .select(['tag.slug', 'tag.name'])
    .where('articleTag.articleId', '=', articleId)
    .orderBy('articleTag.position')
    .execute()
}

export function coAuthorsOf(db: Db, articleId: string) {
  return db
    .selectFrom('articleCoAuthor')
    .innerJoin('person', 'person.id', 'articleCoAuthor.personId')
    .select(['person.id', 'person.handle', 'person.name', 'person.about', 'person.avatar'])
    .where('articleCoAuthor.articleId', '=', articleId)
    .orderBy('articleCoAuthor.position')
    .execute()
}

/** What is shown below a story, oldest first; replies follow by their parent. */
export function shownResponses(db: Db, articleId: string, limit: number) {
  return db
    .selectFrom('response')
    .innerJoin('person', 'person.id', 'response.authorId')
    .select([
      'response.id',
      'response.parentId',
      'response.text',
      'response.likeCount',
      'response.createdAt',
      'person.id as authorId',
      'person.handle as authorHandle',
      'person.name as authorName',
      'person.about as authorAbout',
      'person.avatar as authorAvatar',
    ])
    .where('response.articleId', '=', articleId)
    .where('response.state', '=', 'shown')
    .orderBy('response.depth')
    .orderBy('response.createdAt')
    .orderBy('response.id')
    .limit(limit)
    .execute()
}

export function categories(db: Db) {
  return db
    .selectFrom('category')
    .select(['id', 'slug', 'name', 'description', 'picture', 'storyCount'])
    .orderBy('position')
    .orderBy('id')
    .execute()
}

export function categoryBySlug(db: Db, slug: string) {
  return db
    .selectFrom('category')
    .select(['id', 'slug', 'name', 'description', 'picture', 'storyCount'])
    .where('slug', '=', slug.toLowerCase())
    .executeTakeFirst()
}

export function tagBySlug(db: Db, slug: string) {
  return db.selectFrom('tag').select(['id', 'slug', 'name']).where('slug', '=', slug.toLowerCase()).executeTakeFirst()
}

/** Tags whose slug is like the pattern, those on most stories first. */
export function tagsBeginning(db: Db, pattern: string, limit: number) {
  return db
    .selectFrom('tag')
    .select(['slug', 'name', 'storyCount as stories'])
    .where('slug', 'like', pattern)
    .orderBy('storyCount', 'desc')
    .orderBy('slug')
    .limit(limit)
    .execute()
}

const RECENT_STORIES = 50

/** The tags that a category's newest stories use most. */
export function categoryTags(db: Db, categoryId: string, limit: number) {
  const recent = db
    .selectFrom('article')
    .select('article.id')
    .where('article.state', '=', PUBLISHED)
    .where('article.categoryId', '=', categoryId)
    .orderBy('article.publishedAt', 'desc')
    .orderBy('article.id', 'desc')
    .limit(sql.lit(RECENT_STORIES))
  // Counted before the names are looked up, so that only the few that are shown are looked up.
  const counted = db
    .selectFrom('articleTag')
    .select(({ fn }) => ['articleTag.tagId', fn.countAll<number>().as('uses')])
    .where('articleTag.articleId', 'in', recent)
    .groupBy('articleTag.tagId')
    .orderBy('uses', 'desc')
    .orderBy('articleTag.tagId')
    .limit(limit)
    .as('counted')
  return db
    .selectFrom(counted)
    .innerJoin('tag', 'tag.id', 'counted.tagId')
    .select(['tag.slug', 'tag.name'])
    .orderBy('counted.uses', 'desc')
    .orderBy('tag.name')
    .execute()
}
