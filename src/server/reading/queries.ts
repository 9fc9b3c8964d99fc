import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import { publishedArticles, publishedCards, storyIdsWithTag } from '#server/stories/published.ts'

/** Published stories only. `ref` is a slug or id. */
export function storyByRef(db: Db, ref: string) {
  return publishedCards(db)
    .select([
      'article.html',
      'article.membersHtml',
      'article.contents',
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

/** The published story that had this slug before, or a removed story that has or had it. */
export function formerStory(db: Db, ref: string) {
  const slugs = [...new Set([ref, ref.normalize('NFC').toLowerCase()])]
  const current = db
    .selectFrom('article')
    .select(['article.id', 'article.state'])
    .where((eb) => eb.or([eb('article.slug', 'in', slugs), eb('article.id', '=', ref)]))
  const former = db
    .selectFrom('oldSlug')
    .innerJoin('article', 'article.id', 'oldSlug.articleId')
    .select(['article.id', 'article.state'])
    .where('oldSlug.slug', 'in', slugs)
  return db
    .selectFrom(current.unionAll(former).as('former'))
    .select(['former.id', 'former.state'])
    .where('former.state', 'in', ['published', 'removed'])
    .orderBy('former.state')
    .limit(1)
    .executeTakeFirst()
}

export async function isLikedBy(db: Db, articleId: string, personId: string) {
  const like = await db
    .selectFrom('storyLike')
    .select('at')
    .where('articleId', '=', articleId)
    .where('personId', '=', personId)
    .executeTakeFirst()
  return like !== undefined
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

export function allCategories(db: Db) {
  return db
    .selectFrom('category')
    .select(['id', 'slug', 'name', 'description', 'picture', 'storyCount'])
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** Most used first. */
export function tagsMatching(db: Db, pattern: string, limit: number) {
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

/** The most used tags among the newest stories of a category or tag. */
export function mostUsedTags(db: Db, { categoryId, tagId }: { categoryId?: string; tagId?: string }, limit: number) {
  const recent = tagId
    ? storyIdsWithTag(db, tagId, { before: null, limit: RECENT_STORIES })
    : publishedArticles(db)
        .select('article.id')
        .where('article.categoryId', '=', categoryId ?? null)
        .orderBy('article.publishedAt', 'desc')
        .orderBy('article.id', 'desc')
        .limit(sql.lit(RECENT_STORIES))
  // Counted first, so that names are looked up only for the few tags shown.
  const counted = db
    .selectFrom('articleTag')
    .select(({ fn }) => ['articleTag.tagId', fn.countAll<number>().as('uses')])
    .where('articleTag.articleId', 'in', recent)
    .groupBy('articleTag.tagId')
    .orderBy('uses', 'desc')
    .orderBy('articleTag.tagId')
    .limit(limit)
    .as('counted')
  return (
    db
      .selectFrom(counted)
      // Lateral, because with a plain join the planner sometimes scans all tags.
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('tag')
            .select(['tag.slug', 'tag.name'])
            .whereRef('tag.id', '=', 'counted.tagId')
            .limit(sql.lit(1))
            .as('named'),
        (join) => join.onTrue(),
      )
      .select(['named.slug', 'named.name'])
      .orderBy('counted.uses', 'desc')
      .orderBy('named.name')
      .execute()
  )
}
