import type { Db } from '#server/platform/db.ts'
import { actorColumns } from './actor.ts'
import { sharedColumns } from './columns.ts'

const MAX_TRANSITIONS = 500

/** Newest first. */
export function transitionsOf(db: Db, articleId: string, limit = MAX_TRANSITIONS) {
  return db
    .selectFrom('articleMove')
    .leftJoin('person as actor', 'actor.id', 'articleMove.byId')
    .select(['articleMove.id', 'articleMove.move', 'articleMove.fromState', 'articleMove.toState'])
    .select(['articleMove.note', 'articleMove.at', ...actorColumns])
    .where('articleMove.articleId', '=', articleId)
    .orderBy('articleMove.at', 'desc')
    .orderBy('articleMove.id', 'desc')
    .limit(limit)
    .execute()
}
export type TransitionRow = Awaited<ReturnType<typeof transitionsOf>>[number]

export function articleWithDraft(db: Db, id: string) {
  return db
    .selectFrom('article')
    .innerJoin('draft', 'draft.articleId', 'article.id')
    .leftJoin('person as actor', 'actor.id', 'draft.savedBy')
    .leftJoin('category', 'category.id', 'draft.categoryId')
    .select(['article.id', 'article.authorId', 'article.state', 'article.slug as address', 'article.featured'])
    .select(['article.scheduledFor', 'article.publishedAt', 'article.createdAt'])
    .select(sharedColumns.map((name) => `draft.${name}` as const))
    .select(['draft.version', 'draft.cover', 'draft.tags', 'draft.excerpt', 'draft.slug', 'draft.wordCount'])
    .select(['draft.readingMinutes', 'draft.changed', 'draft.updateAskedAt', 'draft.savedAt'])
    .select(['category.slug as category', ...actorColumns])
    .where('article.id', '=', id)
    .executeTakeFirst()
}
