import type { Db } from '#server/platform/db.ts'
import { whoColumns } from './actor.ts'

const MOST_MOVES = 500

/** Every step of an article's life, newest first. */
export function movesOf(db: Db, articleId: string, limit = MOST_MOVES) {
  return db
    .selectFrom('articleMove')
    .leftJoin('person as who', 'who.id', 'articleMove.byId')
    .select(['articleMove.id', 'articleMove.move', 'articleMove.fromState', 'articleMove.toState'])
    .select(['articleMove.note', 'articleMove.at', ...whoColumns])
    .where('articleMove.articleId', '=', articleId)
    .orderBy('articleMove.at', 'desc')
    .orderBy('articleMove.id', 'desc')
    .limit(limit)
    .execute()
}
export type MoveRow = Awaited<ReturnType<typeof movesOf>>[number]

/** An article with its working copy. */
export function articleWithDraft(db: Db, id: string) {
  return db
    .selectFrom('article')
    .innerJoin('draft', 'draft.articleId', 'article.id')
    .leftJoin('person as who', 'who.id', 'draft.savedBy')
    .leftJoin('category', 'category.id', 'draft.categoryId')
    .select(['article.id', 'article.authorId', 'article.state', 'article.slug as address', 'article.featured'])
    .select(['article.scheduledFor', 'article.publishedAt', 'article.createdAt'])
    .select([
      'draft.version',
      'draft.title',
      'draft.subtitle',
      'draft.body',
      'draft.cover',
      'draft.tags',
      'draft.excerpt',
    ])
    .select(['draft.slug', 'draft.canonicalUrl', 'draft.seoTitle', 'draft.seoDescription', 'draft.access'])
    .select(['draft.language', 'draft.takesResponses', 'draft.wordCount', 'draft.readingMinutes', 'draft.changed'])
    .select(['draft.updateAskedAt', 'draft.savedAt', 'category.slug as category', ...whoColumns])
    .where('article.id', '=', id)
    .executeTakeFirst()
}
