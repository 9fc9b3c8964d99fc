import { sql } from 'kysely'
import { updateBookmarkCounts } from '#server/articles/update-counts.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { holdFirst } from './hold.ts'
import { KEPT_MS } from './lists.ts'
import { savedBy } from '#server/stories/saved.ts'

const MOST_AT_ONCE = 200

/** Everything that somebody saved goes with their account. Inside a transaction. */
export async function forgetReader(tx: Ctx, personId: string) {
  const { db } = tx
  await holdFirst(db, personId)
  const rows = await db.selectFrom('bookmark').select('articleId').distinct().where('ownerId', '=', personId).execute()
  const saved = await savedBy(
    db,
    personId,
    rows.map(({ articleId }) => articleId),
  )
  await updateBookmarkCounts(tx, [...saved], -1)
  await db.deleteFrom('readingList').where('ownerId', '=', personId).execute()
  tx.invalidate(`lists:${personId}`)
}

/** Lists that were deleted a day ago can no longer be brought back. */
export async function sweepLists({ db, now }: Pick<Ctx, 'db' | 'now'>) {
  const old = db
    .selectFrom('readingList')
    .select('id')
    .where('deletedAt', '<', new Date(now().getTime() - KEPT_MS))
    .orderBy('deletedAt')
    .limit(sql.lit(MOST_AT_ONCE))
    .forUpdate()
    .skipLocked()
  await db.deleteFrom('readingList').where('id', 'in', old).execute()
}
