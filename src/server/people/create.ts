import type { Role } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Picture } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { deleteOldHandle } from './handles.ts'
import { lockAdmins, requireOtherAdmin } from './last-admin.ts'
import { isReservedHandle } from './reserved-handles.ts'
import { emitPerson } from './webhook-events.ts'

type NewPerson = {
  /** Id of their account. Demo people have none. */
  uid?: string
  name: string
  handle: string
  role: Role
  about?: string
  avatar?: Picture | null
  createdAt?: Date
  /** Whether onboarding is complete. */
  welcomed?: boolean
}

/** Refuses handles that are taken or reserved. */
export async function createPerson(ctx: Ctx, person: NewPerson): Promise<{ id: string }> {
  const { handle } = person
  const made = isReservedHandle(handle) ? null : await createPersonIfFree(ctx, person)
  if (!made) throw new Refusal('handle-taken', { handle })
  return made
}

/** Null if the handle is taken, which does not abort the transaction. */
export async function createPersonIfFree(
  ctx: Ctx,
  { createdAt, avatar, welcomed = false, ...person }: NewPerson,
): Promise<{ id: string } | null> {
  const { db, now } = ctx
  const at = createdAt ?? now()
  const made = await db
    .insertInto('person')
    .values({
      id: newId(),
      ...person,
      avatar: avatar ? JSON.stringify(avatar) : null,
      createdAt: at,
      updatedAt: at,
      welcomedAt: welcomed ? at : null,
    })
    .onConflict((conflict) => conflict.column('handle').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return null
  await deleteOldHandle(db, person.handle)
  await emitPerson(ctx, 'person.created', made.id)
  return made
}

/** Returns the role before as `was`. No public page shows the role. Must run in a transaction. */
export async function setRole(tx: Ctx, by: { id: string } | { handle: string }, role: Role) {
  const { db, now, invalidate } = tx
  const admins = await lockAdmins(db)
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['handle', by.handle] as const)
  const before = await db
    .selectFrom('person')
    .select(['id', 'handle', 'name', 'role'])
    .where(column, '=', value)
    .where('erasedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!before) throw new Refusal('not-found', by)
  const { id, role: was } = before
  if (was !== role) {
    if (admins.includes(id)) await requireOtherAdmin(tx, id)
    await db.updateTable('person').set({ role, updatedAt: now() }).where('id', '=', id).execute()
    invalidate(`own:${id}`)
  }
  return { ...before, role, was }
}

/** Changes readers only; higher roles stay. Must run in a transaction. */
export async function promoteToAuthor({ db, now, invalidate }: Ctx, id: string) {
  const changed = await db
    .updateTable('person')
    .set({ role: 'author', updatedAt: now() })
    .where('id', '=', id)
    .where('role', '=', 'reader')
    .executeTakeFirst()
  if (changed.numUpdatedRows > 0n) invalidate(`own:${id}`)
}
