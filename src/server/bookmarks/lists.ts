import { sql } from 'kysely'
import { MOST_LISTS, type ReadingList } from '#contract/bookmarks.ts'
import { HOUR_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { updateBookmarkCounts } from '#server/articles/update-counts.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { holdLists, ownList, touchLists } from './hold.ts'
import { presentList } from './present.ts'
import { listById, listsOfOwner, onlyInList } from './queries.ts'

/** How long a list that was deleted can be brought back. */
export const KEPT_MS = 24 * HOUR_MS

type Described = { name: string; description: string; public: boolean }

export async function myLists({ db, viewer }: Ctx<Viewer>): Promise<ReadingList[]> {
  return (await listsOfOwner(db, viewer.id)).map(presentList)
}

export function makeList(ctx: Ctx<Viewer>, described: Described): Promise<ReadingList> {
  return inTransaction(ctx, async (tx) => {
    await holdLists(tx)
    const lists = await roomForOne(tx)
    const at = tx.now()
    const row = {
      ...described,
      id: newId(),
      ownerId: tx.viewer.id,
      position: Math.max(...lists.map(({ position }) => position)) + 1,
      createdAt: at,
      updatedAt: at,
    }
    await tx.db.insertInto('readingList').values(row).execute()
    touchLists(tx, row)
    return presentList({ ...row, first: false, itemCount: 0, deletedAt: null })
  })
}

export function changeList(
  ctx: Ctx<Viewer>,
  id: string,
  change: { [Key in keyof Described]?: Described[Key] | undefined },
): Promise<ReadingList> {
  return inTransaction(ctx, async (tx) => {
    await holdLists(tx)
    const before = await ownList(tx, id)
    const after = {
      name: change.name ?? before.name,
      description: change.description ?? before.description,
      public: change.public ?? before.public,
      updatedAt: tx.now(),
    }
    await tx.db.updateTable('readingList').set(after).where('id', '=', id).execute()
    touchLists(tx, { ownerId: before.ownerId, public: before.public || after.public })
    return presentList({ ...before, ...after })
  })
}

/** It is gone for everybody at once, and for its owner a day later. What it alone held is no longer saved. */
export function deleteList(ctx: Ctx<Viewer>, id: string) {
  return inTransaction(ctx, async (tx) => {
    await holdLists(tx)
    const list = await ownList(tx, id)
    if (list.first)
      throw new Refusal('not-allowed', { message: 'Your first list stays: it is where stories are saved.' })
    await updateBookmarkCounts(tx, await onlyInList(tx.db, list), -1)
    await tx.db.updateTable('readingList').set({ deletedAt: tx.now() }).where('id', '=', id).execute()
    touchLists(tx, list)
    return {}
  })
}

export function restoreList(ctx: Ctx<Viewer>, id: string): Promise<ReadingList> {
  return inTransaction(ctx, async (tx) => {
    await holdLists(tx)
    const list = await orNotFound(listById(tx.db, id))
    if (list.ownerId !== tx.viewer.id) throw new Refusal('not-found')
    if (!list.deletedAt) return presentList(list)
    if (tx.now().getTime() - list.deletedAt.getTime() > KEPT_MS) throw new Refusal('not-found')
    await roomForOne(tx)
    await updateBookmarkCounts(tx, await onlyInList(tx.db, list), 1)
    await tx.db.updateTable('readingList').set({ deletedAt: null }).where('id', '=', id).execute()
    touchLists(tx, list)
    return presentList(list)
  })
}

/** A name that is not one of the viewer's lists is not found, and nothing moves. */
export function orderLists(ctx: Ctx<Viewer>, ids: readonly string[]): Promise<ReadingList[]> {
  return inTransaction(ctx, async (tx) => {
    await holdLists(tx)
    const lists = await listsOfOwner(tx.db, tx.viewer.id)
    const named = new Set(ids)
    if ([...named].some((id) => lists.every((list) => list.id !== id))) throw new Refusal('not-found')
    const order = [...named, ...lists.map(({ id }) => id).filter((id) => !named.has(id))]
    await tx.db
      .updateTable('readingList')
      .set({ position: sql`array_position(${order}::text[], reading_list.id)` })
      .where('id', '=', sql<string>`any(${order}::text[])`)
      .execute()
    for (const list of lists) touchLists(tx, list)
    return (await listsOfOwner(tx.db, tx.viewer.id)).map(presentList)
  })
}

async function roomForOne({ db, viewer }: Ctx<Viewer>) {
  const lists = await listsOfOwner(db, viewer.id)
  if (lists.length >= MOST_LISTS) {
    throw new Refusal('quota-exceeded', { message: `You have ${MOST_LISTS} lists, which is as many as there can be.` })
  }
  return lists
}
