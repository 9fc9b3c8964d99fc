import { sql } from 'kysely'
import { MAX_LISTS, type ReadingList } from '#contract/bookmarks.ts'
import { HOUR_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { updateBookmarkCounts } from '#server/articles/update-counts.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { lockLists, getOwnList, invalidateListCount, invalidateLists } from './lock-lists.ts'
import { presentList } from './present.ts'
import { listById, listsOfOwner, onlyInList } from './queries.ts'

/** How long a deleted list can be restored. */
export const RESTORABLE_MS = 24 * HOUR_MS

type ListDetails = { name: string; description: string; public: boolean }

export async function listOwnLists({ db, viewer }: Ctx<Viewer>): Promise<ReadingList[]> {
  return (await listsOfOwner(db, viewer.id)).map(presentList)
}

export function createList(ctx: Ctx<Viewer>, details: ListDetails): Promise<ReadingList> {
  return inTransaction(ctx, async (tx) => {
    await lockLists(tx)
    const lists = await checkListQuota(tx)
    const at = tx.now()
    const row = {
      ...details,
      id: newId(),
      ownerId: tx.viewer.id,
      position: Math.max(...lists.map(({ position }) => position)) + 1,
      createdAt: at,
      updatedAt: at,
    }
    await tx.db.insertInto('readingList').values(row).execute()
    invalidateListCount(tx, row)
    return presentList({ ...row, first: false, itemCount: 0, deletedAt: null })
  })
}

export function updateList(
  ctx: Ctx<Viewer>,
  id: string,
  change: { [Key in keyof ListDetails]?: ListDetails[Key] | undefined },
): Promise<ReadingList> {
  return inTransaction(ctx, async (tx) => {
    await lockLists(tx)
    const before = await getOwnList(tx, id)
    const after = {
      name: change.name ?? before.name,
      description: change.description ?? before.description,
      public: change.public ?? before.public,
      updatedAt: tx.now(),
    }
    await tx.db.updateTable('readingList').set(after).where('id', '=', id).execute()
    if (before.public === after.public) invalidateLists(tx, before)
    else invalidateListCount(tx, { ownerId: before.ownerId, public: true })
    return presentList({ ...before, ...after })
  })
}

/** Soft-deletes the list. Stories in no other list are no longer saved. */
export function deleteList(ctx: Ctx<Viewer>, id: string) {
  return inTransaction(ctx, async (tx) => {
    await lockLists(tx)
    const list = await getOwnList(tx, id)
    if (list.first)
      throw new Refusal('not-allowed', { message: 'You can’t delete your default list. Stories are saved to it.' })
    await updateBookmarkCounts(tx, await onlyInList(tx.db, list), -1)
    await tx.db.updateTable('readingList').set({ deletedAt: tx.now() }).where('id', '=', id).execute()
    invalidateListCount(tx, list)
    return {}
  })
}

export function restoreList(ctx: Ctx<Viewer>, id: string): Promise<ReadingList> {
  return inTransaction(ctx, async (tx) => {
    await lockLists(tx)
    const list = await orNotFound(listById(tx.db, id))
    if (list.ownerId !== tx.viewer.id) throw new Refusal('not-found')
    if (!list.deletedAt) return presentList(list)
    if (tx.now().getTime() - list.deletedAt.getTime() > RESTORABLE_MS) throw new Refusal('not-found')
    await checkListQuota(tx)
    await updateBookmarkCounts(tx, await onlyInList(tx.db, list), 1)
    await tx.db.updateTable('readingList').set({ deletedAt: null }).where('id', '=', id).execute()
    invalidateListCount(tx, list)
    return presentList(list)
  })
}

/** Refuses ids that are not the viewer's lists. Lists left out come last. */
export function reorderLists(ctx: Ctx<Viewer>, ids: readonly string[]): Promise<ReadingList[]> {
  return inTransaction(ctx, async (tx) => {
    await lockLists(tx)
    const lists = await listsOfOwner(tx.db, tx.viewer.id)
    const named = new Set(ids)
    if ([...named].some((id) => lists.every((list) => list.id !== id))) throw new Refusal('not-found')
    const order = [...named, ...lists.map(({ id }) => id).filter((id) => !named.has(id))]
    await tx.db
      .updateTable('readingList')
      .set({ position: sql`array_position(${order}::text[], reading_list.id)` })
      .where('id', '=', sql<string>`any(${order}::text[])`)
      .execute()
    for (const list of lists) invalidateLists(tx, list)
    return (await listsOfOwner(tx.db, tx.viewer.id)).map(presentList)
  })
}

async function checkListQuota({ db, viewer }: Ctx<Viewer>) {
  const lists = await listsOfOwner(db, viewer.id)
  if (lists.length >= MAX_LISTS) {
    throw new Refusal('quota-exceeded', {
      message: `You can have up to ${MAX_LISTS} lists. Delete one to create another.`,
    })
  }
  return lists
}
