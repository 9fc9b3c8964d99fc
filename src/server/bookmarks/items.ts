import { sql } from 'kysely'
import { MOST_IN_LIST } from '#contract/bookmarks.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { updateBookmarkCounts } from '#server/articles/update-counts.ts'
import { engageOnceToday } from '#server/discovery/engage.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { touchLists } from './hold.ts'
import { type ListRow, topOfList } from './queries.ts'
import { savedBy } from '#server/stories/saved.ts'

export type Item = { articleId: string; note: string }

/** Puts stories on top of a list, the first one highest; those it has stay where they are. The lists are held. */
export async function putItems(tx: Ctx<Viewer>, list: ListRow, items: readonly Item[]) {
  const { db, viewer, now } = tx
  const ids = items.map(({ articleId }) => articleId)
  const savedBefore = await savedBy(db, viewer.id, ids)
  const top = await topOfList(db, list.id)
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
  await countItems(tx, list, added.length)
  const fresh = added.map(({ articleId }) => articleId).filter((id) => !savedBefore.has(id))
  await updateBookmarkCounts(tx, fresh, 1)
  for (const id of fresh) await engageOnceToday(tx, id, 'bookmark')
}

/** Takes stories out of a list. How many were in it. */
export async function takeItems(tx: Ctx<Viewer>, list: ListRow, ids: readonly string[]) {
  const { db, viewer } = tx
  const taken = await db
    .deleteFrom('bookmark')
    .where('listId', '=', list.id)
    .where('articleId', '=', sql<string>`any(${ids}::text[])`)
    .returning('articleId')
    .execute()
  if (taken.length === 0) return 0
  await countItems(tx, list, -taken.length)
  const left = await savedBy(db, viewer.id, ids)
  const gone = taken.map(({ articleId }) => articleId).filter((id) => !left.has(id))
  await updateBookmarkCounts(tx, gone, -1)
  return taken.length
}

async function countItems(tx: Ctx<Viewer>, list: ListRow, by: number) {
  const { itemCount } = await tx.db
    .updateTable('readingList')
    .set({ itemCount: sql`item_count + ${by}`, updatedAt: tx.now() })
    .where('id', '=', list.id)
    .returning('itemCount')
    .executeTakeFirstOrThrow()
  if (by > 0 && itemCount > MOST_IN_LIST) {
    throw new Refusal('quota-exceeded', {
      message: `A list holds ${MOST_IN_LIST.toLocaleString('en')} stories at most. Choose another, or make one.`,
    })
  }
  touchLists(tx, list)
}
