import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import { handleFromName } from '#contract/identity/handle-from-name.ts'
import type { UserRecord } from '#contract/identity/identity.ts'
import type { ProfileLink } from '#contract/people.ts'
import { pictureWithBase } from '#server/platform/base-url.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { isUniqueViolation } from '#server/platform/errors.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { newId } from '#server/platform/ids.ts'
import { createPerson, createPersonIfFree } from './create.ts'
import { adjustCountsForHidden } from './follows.ts'
import { findFormerOwner, saveOldHandle } from './handles.ts'
import { requireOtherAdmin } from './last-admin.ts'
import { isReservedHandle } from './reserved-handles.ts'
import { emitHiddenPerson, emitPerson } from './webhook-events.ts'

/** Includes disabled people. */
export async function findPersonByUid(db: Db, uid: string) {
  return (await db.selectFrom('person').selectAll().where('uid', '=', uid).executeTakeFirst()) ?? null
}

/** The handle is made from the name, or random if those are taken. New users can change it during onboarding. */
export async function createPersonForAccount(ctx: Ctx, { uid, name }: { uid: string; name: string | null }) {
  const person = { uid, name: normalizeName(name), role: 'reader' as const }
  const plain = handleFromName(name ?? '')
  for (const handle of plain ? [plain, `${plain}-2`, `${plain}-3`] : []) {
    // A former handle redirects to its owner until another person chooses it.
    if (isReservedHandle(handle) || (await findFormerOwner(ctx.db, handle))) continue
    const made = await createPersonIfFree(ctx, { ...person, handle })
    if (made) return made
  }
  return createPerson(ctx, { ...person, handle: `reader-${newId().toLowerCase().slice(0, 10)}` })
}

/** Names from identity providers can be empty or too long. */
function normalizeName(given: string | null) {
  return given?.replace(/\s+/g, ' ').trim().slice(0, 80) || 'New reader'
}

export async function listUserRecords({ db, site }: Pick<Ctx, 'db' | 'site'>, uid: string): Promise<UserRecord[]> {
  const person = await findPersonByUid(db, uid)
  if (!person || person.disabledAt) return []
  const { id, handle, name, about, role, avatar, createdAt, updatedAt } = person
  const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
  return [{ id, uid, handle, name, about, role, avatar: pictureWithBase(site.base, avatar), ...times }]
}

export type Profile = {
  name: string
  handle: string
  about: string
  story?: string | undefined
  links?: ProfileLink[] | undefined
}

/** Fields left out stay unchanged. The old handle redirects to the new one. Must run in a transaction. */
export async function updateProfile(tx: Ctx, id: string, { name, handle, about, story, links }: Profile) {
  const { db, now, invalidate } = tx
  // Locked, so that concurrent updates see each other's handle.
  const before = await orNotFound(
    db.selectFrom('person').select('handle').where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
  )
  const isRenamed = before.handle !== handle
  if (isRenamed && isReservedHandle(handle)) throw new Refusal('handle-taken', { handle })
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
    if (isUniqueViolation(error)) throw new Refusal('handle-taken', { handle })
    throw error
  }
  if (isRenamed) await saveOldHandle(tx, { id, from: before.handle, to: handle })
  await emitPerson(tx, 'person.updated', id)
  invalidate(`person:${id}`, `own:${id}`)
}

/** Copies a name change from the account. Must run in a transaction. */
export async function renamePerson(tx: Ctx, uid: string, name: string) {
  const { db, now, invalidate } = tx
  const renamed = await db
    .updateTable('person')
    .set({ name: normalizeName(name), updatedAt: now() })
    .where('uid', '=', uid)
    .returning('id')
    .executeTakeFirst()
  if (!renamed) return
  await emitPerson(tx, 'person.updated', renamed.id)
  invalidate(`person:${renamed.id}`, `own:${renamed.id}`)
}

/** Must run in a transaction. */
export async function markWelcomed({ db, now, invalidate }: Ctx, id: string) {
  invalidate(`own:${id}`)
  await db
    .updateTable('person')
    .set({ welcomedAt: now() })
    .where('id', '=', id)
    .where('welcomedAt', 'is', null)
    .execute()
}

/** False if nothing changed. Refuses to disable the last admin. Must run in a transaction. */
export async function setDisabled(tx: Ctx, id: string, disabled: boolean) {
  const { db, now, invalidate } = tx
  if (disabled) await requireOtherAdmin(tx, id)
  const changed = await db
    .updateTable('person')
    .set({ disabledAt: disabled ? now() : null, updatedAt: now() })
    .where('id', '=', id)
    .where('erasedAt', 'is', null)
    .where('disabledAt', disabled ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (!changed) return false
  await adjustCountsForHidden(tx, id, disabled ? -1 : 1)
  if (disabled) await emitHiddenPerson(tx, 'person.disabled', id)
  else await emitPerson(tx, 'person.updated', id)
  invalidate(`person:${id}`, `own:${id}`, 'creators')
  return true
}

/** Locks person rows until the transaction ends. Rows are locked in id order to avoid deadlocks. */
export async function lockPeople(db: Db, ids: string[]) {
  if (ids.length === 0) return
  await db.selectFrom('person').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}

/** Keeps an anonymous, disabled row, because other people's content refers to it. Refuses the last admin. Must run in a transaction. */
export async function anonymizePerson(tx: Ctx, id: string) {
  const { db, now, invalidate } = tx
  await requireOtherAdmin(tx, id)
  // Locked, so that no new follow can refer to the deleted person.
  const before = await orNotFound(
    db.selectFrom('person').select('disabledAt').where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
  )
  if (before.disabledAt === null) await adjustCountsForHidden(tx, id, -1)
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
  const identity = { uid: null, name: 'Deleted user', handle, about: '', avatar: null, role: 'reader' as const }
  const empty = { header: null, links: '[]', story: '', storyCount: 0, followerCount: 0, followingCount: 0 }
  await db
    .updateTable('person')
    .set({ ...identity, ...empty, disabledAt: now(), erasedAt: now(), updatedAt: now() })
    .where('id', '=', id)
    .execute()
  await emitHiddenPerson(tx, 'person.deleted', id)
  invalidate(`person:${id}`, `own:${id}`, 'creators')
}
