import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { UserRecord } from '#contract/identity.ts'
import { pictureAt } from '#server/platform/base.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { isTaken } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { createPerson } from './create.ts'
import { isReservedHandle } from './reserved.ts'

/** The person of an account, shown or not. */
export async function personOfUid(db: Db, uid: string) {
  return (await db.selectFrom('person').selectAll().where('uid', '=', uid).executeTakeFirst()) ?? null
}

/** The person of a new account. The handle tells nothing about them; they choose their own in the first steps. */
export async function welcomePerson(ctx: Ctx, { uid, name }: { uid: string; name: string | null }) {
  const handle = `reader-${newId().toLowerCase().slice(0, 10)}`
  return createPerson(ctx, { uid, name: personName(name), handle, role: 'reader' })
}

/** A name that another service gave is cut to what we can show. */
export function personName(given: string | null) {
  return given?.replace(/\s+/g, ' ').trim().slice(0, 80) || 'New reader'
}

/** The users records of an account, as its owner may read them. */
export async function userRecords({ db, site }: Pick<Ctx, 'db' | 'site'>, uid: string): Promise<UserRecord[]> {
  const person = await personOfUid(db, uid)
  if (!person || person.disabledAt) return []
  const { id, handle, name, about, role, avatar, createdAt, updatedAt } = person
  const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
  return [{ id, uid, handle, name, about, role, avatar: pictureAt(site.base, avatar), ...times }]
}

export type Profile = { name: string; handle: string; about: string }

/** Changes what a person shows of themselves. Inside a transaction. */
export async function changeProfile({ db, now, touch }: Ctx, id: string, profile: Profile) {
  const before = await db.selectFrom('person').select('handle').where('id', '=', id).executeTakeFirst()
  const moves = before?.handle !== profile.handle
  if (moves && isReservedHandle(profile.handle)) throw new Refusal('handle-taken', { handle: profile.handle })
  try {
    await db
      .updateTable('person')
      .set({ ...profile, updatedAt: now(), welcomedAt: sql`coalesce(welcomed_at, ${now()})` })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    if (isTaken(error)) throw new Refusal('handle-taken', { handle: profile.handle })
    throw error
  }
  touch(`person:${id}`)
}

/** Follows the name of the account, which may have been changed elsewhere. Inside a transaction. */
export async function renamePerson({ db, now, touch }: Ctx, uid: string, name: string) {
  const renamed = await db
    .updateTable('person')
    .set({ name: personName(name), updatedAt: now() })
    .where('uid', '=', uid)
    .returning('id')
    .executeTakeFirst()
  if (renamed) touch(`person:${renamed.id}`)
}

export async function markWelcomed({ db, now }: Ctx, id: string) {
  await db
    .updateTable('person')
    .set({ welcomedAt: now() })
    .where('id', '=', id)
    .where('welcomedAt', 'is', null)
    .execute()
}

/** Hides a person, or shows them again. Inside a transaction. */
export async function setDisabled({ db, now, touch }: Ctx, uid: string, disabled: boolean) {
  const changed = await db
    .updateTable('person')
    .set({ disabledAt: disabled ? now() : null, updatedAt: now() })
    .where('uid', '=', uid)
    .returning('id')
    .executeTakeFirst()
  if (changed) touch(`person:${changed.id}`, 'creators')
}

/** Leaves a nameless, hidden row behind, so that what others wrote around it stays whole. Inside a transaction. */
export async function erasePerson({ db, now, touch }: Ctx, id: string) {
  const handle = `gone-${newId().toLowerCase()}`
  const nobody = { uid: null, name: 'Somebody who left', handle, about: '', avatar: null, role: 'reader' as const }
  await db
    .updateTable('person')
    .set({ ...nobody, storyCount: 0, disabledAt: now(), updatedAt: now() })
    .where('id', '=', id)
    .execute()
  touch(`person:${id}`, 'creators')
}
