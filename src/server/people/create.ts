import type { Role } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Picture } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isTaken } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { forgetOldHandle } from './handles.ts'
import { isReservedHandle } from './reserved.ts'

export type NewPerson = {
  /** The account they sign in with; people of the demo have none. */
  uid?: string
  name: string
  handle: string
  role: Role
  about?: string
  avatar?: Picture | null
  createdAt?: Date
  /** Has taken the first steps already. */
  welcomed?: boolean
}

/** Adds a person. A handle that others have, or that an address needs, is refused. */
export async function createPerson(
  { db, now }: Ctx,
  { createdAt, avatar, welcomed = false, ...person }: NewPerson,
): Promise<{ id: string }> {
  if (isReservedHandle(person.handle)) throw new Refusal('handle-taken', { handle: person.handle })
  const at = createdAt ?? now()
  try {
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
      .returning('id')
      .executeTakeFirstOrThrow()
    await forgetOldHandle(db, person.handle)
    return made
  } catch (error) {
    if (isTaken(error)) throw new Refusal('handle-taken', { handle: person.handle })
    throw error
  }
}

/** Changes what a person may do; refuses when there is nobody of that handle. */
export async function setRole({ db, now, invalidate }: Ctx, handle: string, role: Role) {
  const changed = await db
    .updateTable('person')
    .set({ role, updatedAt: now() })
    .where('handle', '=', handle)
    .returning(['id', 'handle', 'name', 'role'])
    .executeTakeFirst()
  if (!changed) throw new Refusal('not-found', { handle })
  invalidate(`person:${changed.id}`)
  return changed
}

/** A reader may publish from now on; whoever may more already stays what they are. Inside a transaction. */
export async function becomeAuthor({ db, now, invalidate }: Ctx, id: string) {
  const changed = await db
    .updateTable('person')
    .set({ role: 'author', updatedAt: now() })
    .where('id', '=', id)
    .where('role', '=', 'reader')
    .executeTakeFirst()
  if (changed.numUpdatedRows > 0n) invalidate(`person:${id}`)
}
