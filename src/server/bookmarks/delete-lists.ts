import { sql } from 'kysely'
import { updateBookmarkCounts } from '#server/articles/update-counts.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { lockFirstList } from './lock-lists.ts'
import { RESTORABLE_MS } from './lists.ts'
import { savedBy } from '#server/stories/saved-by-viewer.ts'

const BATCH_SIZE = 200

/** For account deletion. Must run in a transaction. */
export async function deleteReaderLists(tx: Ctx, personId: string) {
  const { db } = tx
  await lockFirstList(db, personId)
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

/** Removes lists that can no longer be restored. */
export async function purgeDeletedLists({ db, now }: Pick<Ctx, 'db' | 'now'>) {
  const old = db
    .selectFrom('readingList')
    .select('id')
    .where('deletedAt', '<', new Date(now().getTime() - RESTORABLE_MS))
    .orderBy('deletedAt')
    .limit(sql.lit(BATCH_SIZE))
    .forUpdate()
    .skipLocked()
  await db.deleteFrom('readingList').where('id', 'in', old).execute()
}
