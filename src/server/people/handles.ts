import { Handle } from '#contract/identity/identity.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { isReservedHandle } from './reserved-handles.ts'

type Moved = { id: string; from: string; to: string }

/** Redirects the old handle to the person. A current handle always wins over a former one. Must run in a transaction. */
export async function saveOldHandle({ db, now }: Pick<Ctx, 'db' | 'now'>, { id, from, to }: Moved) {
  await deleteOldHandle(db, to)
  const since = now()
  await db
    .insertInto('oldHandle')
    .values({ handle: from, personId: id, since })
    .onConflict((conflict) => conflict.column('handle').doUpdateSet({ personId: id, since }))
    .execute()
}

/** Must run in the transaction that assigns the handle. */
export async function deleteOldHandle(db: Db, handle: string) {
  await db.deleteFrom('oldHandle').where('handle', '=', handle).execute()
}

export async function findFormerOwner(db: Db, handle: string) {
  const row = await db
    .selectFrom('oldHandle')
    .select('personId')
    .where('handle', '=', handle.toLowerCase())
    .executeTakeFirst()
  return row?.personId ?? null
}

/** The viewer's own handle counts as available. */
export async function checkHandle({ db, viewer }: Ctx<Viewer>, typed: string) {
  const handle = typed.trim().toLowerCase()
  if (handle === viewer.handle) return { free: true }
  if (!Handle.safeParse(handle).success || isReservedHandle(handle)) return { free: false }
  const holder = await db.selectFrom('person').select('id').where('handle', '=', handle).executeTakeFirst()
  return { free: holder === undefined }
}
