import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { type ListRow, listById } from './queries.ts'

const FIRST_NAME = 'Saved'

/**
 * The viewer's first list, made if there is none, and locked until the transaction ends. Whatever changes somebody's
 * lists begins here, so that two changes of one person never meet.
 */
export async function holdLists(tx: Ctx<Viewer>): Promise<{ id: string }> {
  const { db, viewer, now } = tx
  const held = await holdFirst(db, viewer.id)
  if (held) return held
  const at = now()
  const first = { id: newId(), ownerId: viewer.id, name: FIRST_NAME, first: true, position: 0 }
  // Whoever saves twice at once makes it once.
  await db
    .insertInto('readingList')
    .values({ ...first, createdAt: at, updatedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await holdFirst(db, viewer.id)
  if (!made) throw new Error(`There is no first list of ${viewer.id}`)
  return made
}

/** The first list of somebody who may have none. */
export function holdFirst(db: Db, ownerId: string) {
  return db
    .selectFrom('readingList')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('first', '=', sql.lit(true))
    .forUpdate()
    .executeTakeFirst()
}

/** One of the viewer's own lists, to be changed: everybody else's does not exist for them. */
export async function ownList({ db, viewer }: Ctx<Viewer>, id: string): Promise<ListRow> {
  const list = await listById(db, id)
  if (!list || list.ownerId !== viewer.id || list.deletedAt) throw new Refusal('not-found')
  return list
}

/** Pages that show somebody's public lists go when one of them changes; nobody keeps a page of private ones. */
export function touchLists({ invalidate }: Ctx, list: Pick<ListRow, 'ownerId' | 'public'>) {
  if (list.public) invalidate(`lists:${list.ownerId}`)
}
