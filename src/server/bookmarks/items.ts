import { sql } from 'kysely'
import { MAX_LIST_ITEMS } from '#contract/bookmarks.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { updateBookmarkCounts } from '#server/articles/update-counts.ts'
import { recordEngagementOncePerDay } from '#server/discovery/record-engagement.ts'
import { notifyInvalidated } from '#server/platform/cache/invalidation.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { invalidateLists } from './lock-lists.ts'
import { type ListRow, topPosition } from './queries.ts'
import { savedBy } from '#server/stories/saved-by-viewer.ts'

export type Item = { articleId: string; note: string }

/** Adds stories to the top in the given order. Stories already in the list stay where they are. The lists must be locked. */
export async function addItems(tx: Ctx<Viewer>, list: ListRow, items: readonly Item[]) {
  const { db, viewer, now } = tx
  const ids = items.map(({ articleId }) => articleId)
  const savedBefore = await savedBy(db, viewer.id, ids)
  const top = await topPosition(db, list.id)
  const added = await db
    .insertInto('bookmark')
    .values(
      items.map(({ articleId, note }, index) => ({
        listId: list.id,
        articleId,
        ownerId: viewer.id,
        note,
        position: top - (items.length - 1 - index),
        addedAt: now(),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('articleId')
    .execute()
  if (added.length === 0) return
  await adjustItemCount(tx, list, added.length)
  const newlySaved = added.map(({ articleId }) => articleId).filter((id) => !savedBefore.has(id))
  await updateBookmarkCounts(tx, newlySaved, 1)
  for (const id of newlySaved) await recordEngagementOncePerDay(tx, id, 'bookmark')
}

/** Returns how many were in the list. */
export async function removeItems(tx: Ctx<Viewer>, list: ListRow, ids: readonly string[]) {
  const { db, viewer } = tx
  const removed = await db
    .deleteFrom('bookmark')
    .where('listId', '=', list.id)
    .where('articleId', '=', sql<string>`any(${ids}::text[])`)
    .returning('articleId')
    .execute()
  if (removed.length === 0) return 0
  await adjustItemCount(tx, list, -removed.length)
  const stillSaved = await savedBy(db, viewer.id, ids)
  const unsaved = removed.map(({ articleId }) => articleId).filter((id) => !stillSaved.has(id))
  await updateBookmarkCounts(tx, unsaved, -1)
  return removed.length
}

async function adjustItemCount(tx: Ctx<Viewer>, list: ListRow, by: number) {
  const { itemCount } = await tx.db
    .updateTable('readingList')
    .set({ itemCount: sql`item_count + ${by}`, updatedAt: tx.now() })
    .where('id', '=', list.id)
    .returning('itemCount')
    .executeTakeFirstOrThrow()
  if (by > 0 && itemCount > MAX_LIST_ITEMS) {
    throw new Refusal('quota-exceeded', {
      message: `A list can hold up to ${MAX_LIST_ITEMS.toLocaleString('en')} stories. Choose or create another list.`,
    })
  }
  invalidateLists(tx, list)
}

/** For a story that readers can see again: it returns to the public lists that hold it. Must run in a transaction. */
export async function invalidateListsWith({ db, invalidate }: Pick<Ctx, 'db' | 'invalidate'>, articleId: string) {
  const lists = await db
    .selectFrom('bookmark')
    .innerJoin('readingList', 'readingList.id', 'bookmark.listId')
    .select('readingList.ownerId')
    .distinct()
    .where('bookmark.articleId', '=', articleId)
    .where('readingList.public', '=', true)
    .execute()
  invalidate(...lists.map(({ ownerId }) => `lists:${ownerId}` as const))
}

/** For permanently deleted stories. Keeps item counts correct. Must run in a transaction. */
export async function removeStoryFromLists({ db }: Pick<Ctx, 'db'>, articleId: string) {
  const removed = await db.deleteFrom('bookmark').where('articleId', '=', articleId).returning('listId').execute()
  const ids = removed.map(({ listId }) => listId)
  if (ids.length === 0) return
  const lists = await db
    .updateTable('readingList')
    .set({ itemCount: sql`item_count - 1` })
    .where('id', '=', sql<string>`any(${ids}::text[])`)
    .returning(['ownerId', 'public'])
    .execute()
  const visible = lists.filter((list) => list.public)
  await notifyInvalidated(
    db,
    visible.map(({ ownerId }) => `soon:lists:${ownerId}` as const),
  )
}
