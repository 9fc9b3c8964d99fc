import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'

const nothing: ReadonlySet<string> = new Set()

/** Which of these stories the viewer has in a list. A visitor has none, and nothing is asked. */
export async function savedAmong({ db, viewer }: Pick<Ctx, 'db' | 'viewer'>, ids: readonly string[]) {
  return viewer ? savedBy(db, viewer.id, ids) : nothing
}

/** Lists that were deleted do not count, though they can be brought back. */
export async function savedBy(db: Db, ownerId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return nothing
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
