import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { UserRecord } from '#contract/identity/identity.ts'
import type { ProfileLink } from '#contract/people.ts'
import { pictureAt } from '#server/platform/base.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { isTaken } from '#server/platform/errors.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { newId } from '#server/platform/ids.ts'
import { createPerson } from './create.ts'
import { countHidden } from './follows.ts'
import { leaveHandle } from './handles.ts'
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

export type Profile = {
  name: string
  handle: string
  about: string
  story?: string | undefined
  links?: ProfileLink[] | undefined
}

/** Changes what a person shows of themselves; what is left out stays. The old handle leads to them. Inside a transaction. */
export async function changeProfile(tx: Ctx, id: string, { name, handle, about, story, links }: Profile) {
  const { db, now, invalidate } = tx
  // Held, so that of two changes at once the second knows the handle of the first.
  const before = await orNotFound(
    db.selectFrom('person').select('handle').where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
  )
  const moves = before.handle !== handle
  if (moves && isReservedHandle(handle)) throw new Refusal('handle-taken', { handle })
  try {
    await db
      .updateTable('person')
      .set({
        name,
        handle,
        about,
        updatedAt: now(),
        welcomedAt: sql`coalesce(welcomed_at, ${now()})`,
        ...(story !== undefined && { story }),
        ...(links !== undefined && { links: JSON.stringify(links) }),
      })
      .where('id', '=', id)
      .execute()
  } catch (error) {
    if (isTaken(error)) throw new Refusal('handle-taken', { handle })
    throw error
  }
  if (moves) await leaveHandle(tx, { id, from: before.handle, to: handle })
  invalidate(`person:${id}`)
}

/** Follows the name of the account, which may have been changed elsewhere. Inside a transaction. */
export async function renamePerson({ db, now, invalidate }: Ctx, uid: string, name: string) {
  const renamed = await db
    .updateTable('person')
    .set({ name: personName(name), updatedAt: now() })
    .where('uid', '=', uid)
    .returning('id')
    .executeTakeFirst()
  if (renamed) invalidate(`person:${renamed.id}`)
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
export async function setDisabled(tx: Ctx, uid: string, disabled: boolean) {
  const { db, now, invalidate } = tx
  const changed = await db
    .updateTable('person')
    .set({ disabledAt: disabled ? now() : null, updatedAt: now() })
    .where('uid', '=', uid)
    .where('disabledAt', disabled ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (!changed) return
  await countHidden(tx, changed.id, disabled ? -1 : 1)
  invalidate(`person:${changed.id}`, 'creators')
}

/** Locks person rows until the transaction ends. Rows are locked in id order to avoid deadlocks. */
export async function lockPeople(db: Db, ids: string[]) {
  if (ids.length === 0) return
  await db.selectFrom('person').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}

/** Leaves a nameless, hidden row behind, so that what others wrote around it stays whole. Inside a transaction. */
export async function erasePerson(tx: Ctx, id: string) {
  const { db, now, invalidate } = tx
  // Locked, so that no new follow can refer to the deleted person.
  const before = await orNotFound(
    db.selectFrom('person').select('disabledAt').where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
  )
  if (before.disabledAt === null) await countHidden(tx, id, -1)
  await db
    .deleteFrom('follow')
    .where((eb) => eb.or([eb('followerId', '=', id), eb('followedId', '=', id)]))
    .execute()
  await db
    .deleteFrom('block')
    .where((eb) => eb.or([eb('blockerId', '=', id), eb('blockedId', '=', id)]))
    .execute()
  await db
    .deleteFrom('mute')
    .where((eb) => eb.or([eb('muterId', '=', id), eb('mutedId', '=', id)]))
    .execute()
  await db.deleteFrom('oldHandle').where('personId', '=', id).execute()
  const handle = `gone-${newId().toLowerCase()}`
  const nobody = { uid: null, name: 'Somebody who left', handle, about: '', avatar: null, role: 'reader' as const }
  const nothing = { header: null, links: '[]', story: '', storyCount: 0, followerCount: 0, followingCount: 0 }
  await db
    .updateTable('person')
    .set({ ...nobody, ...nothing, disabledAt: now(), updatedAt: now() })
    .where('id', '=', id)
    .execute()
  invalidate(`person:${id}`, 'creators')
}
