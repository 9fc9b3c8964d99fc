import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Value } from '#server/platform/compiled-query.ts'
import type { Db } from '#server/platform/db.ts'

const none: ReadonlySet<string> = new Set()

/** Whether the viewer has saved `article`, as a column. */
export function isSaved(viewerId: Value<string> | null | undefined) {
  if (!viewerId) return sql<boolean>`false`
  return sql<boolean>`exists (select from bookmark join reading_list on reading_list.id = bookmark.list_id
    where bookmark.owner_id = ${viewerId} and bookmark.article_id = article.id and reading_list.deleted_at is null)`
}

/** Which of these stories the viewer has saved. Visitors need no query. */
export async function savedAmong({ db, viewer }: Pick<Ctx, 'db' | 'viewer'>, ids: readonly string[]) {
  return viewer ? savedBy(db, viewer.id, ids) : none
}

/** Deleted lists do not count, although they can be restored. */
export async function savedBy(db: Db, ownerId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return none
  const rows = await db
    .selectFrom('bookmark')
    .innerJoin('readingList', 'readingList.id', 'bookmark.listId')
    .select('bookmark.articleId')
    .where('bookmark.ownerId', '=', ownerId)
    .where('bookmark.articleId', '=', sql<string>`any(${ids}::text[])`)
    .where('readingList.deletedAt', 'is', null)
    .execute()
  return new Set(rows.map(({ articleId }) => articleId))
}
