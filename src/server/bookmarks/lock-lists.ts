import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { type ListRow, listById } from './queries.ts'

const FIRST_LIST_NAME = 'Saved'

/**
 * Locks the viewer's first list until the transaction ends, creating it if needed. Every change to a person's lists
 * takes this lock first, so such changes never run concurrently.
 */
export async function lockLists(tx: Ctx<Viewer>): Promise<{ id: string }> {
  const { db, viewer, now } = tx
  const locked = await lockFirstList(db, viewer.id)
  if (locked) return locked
  const at = now()
  const first = { id: newId(), ownerId: viewer.id, name: FIRST_LIST_NAME, first: true, position: 0 }
  // A concurrent request may have created it.
  await db
    .insertInto('readingList')
    .values({ ...first, createdAt: at, updatedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const created = await lockFirstList(db, viewer.id)
  if (!created) throw new Error(`no first list for person ${viewer.id}`)
  return created
}

/** Undefined if the person has no lists. */
export function lockFirstList(db: Db, ownerId: string) {
  return db
    .selectFrom('readingList')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('first', '=', sql.lit(true))
    .forUpdate()
    .executeTakeFirst()
}

/** Other people's lists are `not-found`. */
export async function getOwnList({ db, viewer }: Ctx<Viewer>, id: string): Promise<ListRow> {
  const list = await listById(db, id)
  if (!list || list.ownerId !== viewer.id || list.deletedAt) throw new Refusal('not-found')
  return list
}

type ChangedList = Pick<ListRow, 'ownerId' | 'public'>

/** Pages with private lists are never cached. */
export function invalidateLists({ invalidate }: Ctx, list: ChangedList) {
  if (list.public) invalidate(`lists:${list.ownerId}`)
}

/** For a list that appears or disappears: profiles show the number of public ones. */
export function invalidateListCount(tx: Ctx, list: ChangedList) {
  invalidateLists(tx, list)
  if (list.public) tx.invalidate(`soon:person-counts:${list.ownerId}`)
}
