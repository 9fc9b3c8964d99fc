import type { Db } from '#server/platform/db.ts'
import { isForMembers, publishedArticles, storyIdsBy, storyIdsWithTag } from '#server/stories/published.ts'

export type FeedFilter = { categoryId?: string; tagId?: string; authorId?: string }

/** The newest published stories with their whole text. */
export function newestWithText(db: Db, { categoryId, tagId, authorId }: FeedFilter, limit: number) {
  let query = publishedArticles(db)
    .innerJoin('person', 'person.id', 'article.authorId')
    .leftJoin('category', 'category.id', 'article.categoryId')
    .select([
      'article.id',
      'article.slug',
      'article.title',
      'article.subtitle',
      'article.excerpt',
      'article.language',
      'article.cover',
      'article.access',
      'article.html',
      'article.membersHtml',
      'article.contents',
      'article.publishedAt',
      'article.updatedAt',
      'person.id as authorId',
      'person.handle as authorHandle',
      'person.name as authorName',
      'person.avatar as authorAvatar',
      'category.slug as categorySlug',
      'category.name as categoryName',
    ])
    .select(isForMembers.as('forMembers'))
    .$narrowType<{ publishedAt: Date }>()
  if (categoryId) query = query.where('article.categoryId', '=', categoryId)
  if (authorId) query = query.where('article.id', 'in', storyIdsBy(db, authorId, { before: null, limit }))
  if (tagId) query = query.where('article.id', 'in', storyIdsWithTag(db, tagId, { before: null, limit }))
  return query.orderBy('article.publishedAt', 'desc').orderBy('article.id', 'desc').limit(limit).execute()
}

export function tagsOfStories(db: Db, ids: string[]) {
  return (
    db
      .selectFrom('articleTag')
      // A lateral join looks up a few dozen tags; a plain join would read the whole table.
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('tag')
            .select(['slug', 'name'])
            .whereRef('tag.id', '=', 'articleTag.tagId')
            .limit(1)
            .as('named'),
        (join) => join.onTrue(),
      )
      .select(['articleTag.articleId', 'named.slug', 'named.name'])
      .where('articleTag.articleId', 'in', ids)
      .orderBy('articleTag.position')
      .execute()
  )
}

export function coAuthorsOfStories(db: Db, ids: string[]) {
  return db
    .selectFrom('articleCoAuthor')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('person')
          .select(['person.id', 'person.handle', 'person.name', 'person.avatar'])
          .whereRef('person.id', '=', 'articleCoAuthor.personId')
          .limit(1)
          .as('person'),
      (join) => join.onTrue(),
    )
    .select(['articleCoAuthor.articleId', 'person.id', 'person.handle', 'person.name', 'person.avatar'])
    .where('articleCoAuthor.articleId', 'in', ids)
    .orderBy('articleCoAuthor.position')
    .execute()
}
