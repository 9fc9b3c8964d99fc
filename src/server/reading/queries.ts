import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { type Placeholders, type Value, compiledQuery } from '#server/platform/compiled-query.ts'
import type { Db } from '#server/platform/db.ts'
import { publishedArticles, publishedCards, storyIdsWithTag } from '#server/stories/published.ts'
import { takesResponses } from '#server/stories/takes-responses.ts'

type StoryValues = { ref: string; now: Date; viewerId: string | undefined }

/** A published story with its tags, its co-authors and the viewer's marks. `ref` is a slug or id. */
export const storyByRef = compiledQuery((db, { ref, now, viewerId }: Placeholders<StoryValues>) =>
  publishedCards(db, viewerId)
    .select([
      'article.access',
      'article.html',
      'article.membersHtml',
      'article.contents',
      'article.updatedAt',
      'article.wordCount',
      'article.canonicalUrl',
      'article.seoTitle',
      'article.seoDescription',
    ])
    .select(takesResponses(now))
    .select([
      jsonArrayFrom(
        db
          .selectFrom('articleTag as carried')
          .innerJoin('tag as own', 'own.id', 'carried.tagId')
          .select(['own.slug', 'own.name'])
          .whereRef('carried.articleId', '=', sql.ref<string>('article.id'))
          .orderBy('carried.position'),
      ).as('tags'),
      jsonArrayFrom(
        db
          .selectFrom('articleCoAuthor as byline')
          .innerJoin('person as writer', 'writer.id', 'byline.personId')
          .select(['writer.id', 'writer.handle', 'writer.name', 'writer.about', 'writer.avatar'])
          .whereRef('byline.articleId', '=', sql.ref<string>('article.id'))
          .orderBy('byline.position'),
      ).as('coAuthors'),
      isLiked(viewerId).as('liked'),
      followedWriters(viewerId).as('followed'),
    ])
    .where((eb) => eb.or([eb('article.slug', '=', ref), eb('article.id', '=', ref)])),
)

function isLiked(viewerId: Value<string> | undefined) {
  if (!viewerId) return sql<boolean>`false`
  return sql<boolean>`exists (select from story_like where article_id = article.id and person_id = ${viewerId})`
}

/** The author and co-authors of `article` that the viewer follows. */
function followedWriters(viewerId: Value<string> | undefined) {
  if (!viewerId) return sql<string[]>`array[]::text[]`
  return sql<string[]>`array(select followed_id from follow where follower_id = ${viewerId} and followed_id = any(
    array(select person_id from article_co_author where article_id = article.id) || article.author_id))`
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

export const allCategories = compiledQuery((db) =>
  db
    .selectFrom('category')
    .select(['id', 'slug', 'name', 'description', 'picture', 'color', 'storyCount'])
    .orderBy('position')
    .orderBy('id'),
)

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
