import { Handle } from '#contract/identity/identity.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { isReservedHandle } from './reserved.ts'

type Moved = { id: string; from: string; to: string }

/** Keeps the way from the old handle. One that somebody has now leads to them and to nobody who had it before. Inside a transaction. */
export async function leaveHandle({ db, now }: Pick<Ctx, 'db' | 'now'>, { id, from, to }: Moved) {
  await forgetOldHandle(db, to)
  const since = now()
  await db
    .insertInto('oldHandle')
    .values({ handle: from, personId: id, since })
    .onConflict((conflict) => conflict.column('handle').doUpdateSet({ personId: id, since }))
    .execute()
}

/** For a handle that somebody takes. Inside the same transaction. */
export async function forgetOldHandle(db: Db, handle: string) {
  await db.deleteFrom('oldHandle').where('handle', '=', handle).execute()
}

/** Who had this handle, or nobody. */
export async function formerHolder(db: Db, handle: string) {
  const row = await db
    .selectFrom('oldHandle')
    .select('personId')
    .where('handle', '=', handle.toLowerCase())
    .executeTakeFirst()
  return row?.personId ?? null
}

/** Whether the viewer could have this handle; their own they have already. */
export async function handleIsFree({ db, viewer }: Ctx<Viewer>, typed: string) {
  const handle = typed.trim().toLowerCase()
  if (handle === viewer.handle) return { free: true }
  if (!Handle.safeParse(handle).success || isReservedHandle(handle)) return { free: false }
  const holder = await db.selectFrom('person').select('id').where('handle', '=', handle).executeTakeFirst()
  return { free: holder === undefined }
}
