import { sql } from 'kysely'
import { z } from 'zod'
import type { ArticleState } from '#contract/articles/articles.ts'
import type { Received } from '#contract/endpoints.ts'
import { Id } from '#contract/shapes.ts'
import { coWrittenColumn } from '#server/articles/authorship.ts'
import { integer, time } from '#server/platform/cursor.ts'
import type { Db } from '#server/platform/db.ts'
import { anyOf, defineSortedList, findMatchingIds, wordsQuery } from '#server/platform/sorted-list.ts'

type Asked = Received<'GET /api/admin/articles'>['query']
/** Ids instead of the references in the query. */
export type Filters = { authorId?: string; categoryId?: string; reviewerId?: string | null }

const sorts = {
  saved: { by: sql.ref('draft.savedAt'), key: time },
  title: { by: sql`lower(draft.title)`, key: z.string() },
  words: { by: sql.ref('draft.wordCount'), key: integer },
  published: { by: sql.ref('draft.publishAt'), key: time },
  submitted: { by: sql`coalesce(draft.review_since, 'epoch'::timestamptz)`, key: time },
}
const id = { by: sql.ref('draft.articleId'), key: Id }
const page = defineSortedList(sorts, id, '-saved')
/** The queue has indexes of its own, without stories that are not in it. */
const queuePage = defineSortedList(
  { ...sorts, submitted: { by: sql.ref('draft.reviewSince'), key: time } },
  id,
  'submitted',
)

export async function allArticlesPage(db: Db, viewerId: string, asked: Asked, filters: Filters) {
  let query = db
    .selectFrom('draft')
    .innerJoin('article', 'article.id', 'draft.articleId')
    .innerJoin('person as author', 'author.id', 'article.authorId')
    .leftJoin('category', 'category.id', 'draft.categoryId')
    .leftJoin('person as reviewer', 'reviewer.id', 'draft.reviewerId')
    .select(['article.id', 'article.state', 'article.slug', 'article.authorId', 'article.featured'])
    .select(['article.scheduledFor', 'article.publishedAt', coWrittenColumn(viewerId)])
    .select(['draft.title', 'draft.subtitle', 'draft.wordCount', 'draft.changed', 'draft.updateAskedAt'])
    .select(['draft.savedAt', 'draft.language', 'draft.reviewSince'])
    .select(['author.name as authorName', 'author.handle as authorHandle'])
    .select(['category.slug as categorySlug', 'category.name as categoryName'])
    .select(['reviewer.id as reviewerId', 'reviewer.name as reviewerName', 'reviewer.handle as reviewerHandle'])
  const { authorId, categoryId, reviewerId } = filters
  // Only stories in review have a reviewer.
  const inQueue = asked.state === 'in-review' || reviewerId !== undefined
  if (inQueue) query = query.where('draft.reviewSince', 'is not', null)
  // A literal, because most states have few articles and a generic plan cannot know which.
  if (asked.state !== 'all' && asked.state !== 'in-review')
    query = query.where('draft.articleState', '=', sql.lit<ArticleState>(asked.state))
  if (authorId !== undefined) query = query.where('draft.articleAuthorId', '=', authorId)
  if (categoryId !== undefined) query = query.where('draft.categoryId', '=', categoryId)
  if (reviewerId === null) query = query.where('draft.reviewerId', 'is', null)
  else if (reviewerId !== undefined) query = query.where('draft.reviewerId', '=', reviewerId)
  const words = wordsQuery(asked.q)
  if (words) {
    const hasWords = sql<boolean>`draft.title_words @@ ${words}`
    const ids = await findMatchingIds(db, db.selectFrom('draft').select('articleId as id').where(hasWords))
    query = ids ? query.where('draft.articleId', '=', anyOf(ids)) : query.where(hasWords)
  }
  return (inQueue ? queuePage : page)(query, asked)
}
