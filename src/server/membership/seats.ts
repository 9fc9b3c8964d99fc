import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Seat } from '#contract/membership/membership.ts'
import { entitledStates } from '#contract/membership/states.ts'
import type { Viewer } from '#contract/viewer.ts'
import { limitMailTo } from '#server/identity/account-limits.ts'
import { parseEmail } from '#server/identity/parse-email.ts'
import { createSecret, hashSecret } from '#server/identity/secrets.ts'
import { notify } from '#server/notifications/notify.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { refreshEntitlements } from './entitlement.ts'
import { mailSeatInvitation } from './membership-mails.ts'

function seatsOf(db: Db, membershipId: string) {
  return db
    .selectFrom('seat')
    .leftJoin('person', 'person.id', 'seat.personId')
    .select(['seat.id', 'seat.email', 'seat.personId', 'seat.invitedAt', 'person.name'])
    .where('seat.membershipId', '=', membershipId)
}

type SeatRow = { id: string; email: string; personId: string | null; invitedAt: Date; name: string | null }

function presentSeat({ id, email, name, personId, invitedAt }: SeatRow): Seat {
  return { id, email, name, accepted: personId !== null, invitedAt: invitedAt.toISOString() }
}

export async function listSeats({ db, viewer }: Ctx<Viewer>) {
  const own = await ownGroups(db, viewer.id).executeTakeFirst()
  if (!own) return { total: 0, seats: [] }
  const rows = await seatsOf(db, own.id).orderBy('seat.invitedAt').orderBy('seat.id').execute()
  return { total: own.seats, seats: rows.map(presentSeat) }
}

function ownGroups(db: Db, personId: string) {
  return db
    .selectFrom('membership')
    .select(['id', 'seats'])
    .where('personId', '=', personId)
    .where('state', 'in', entitledStates)
    .where('seats', '>', 1)
}

/** Inviting an address again mails a new link; the earlier one stops working. The lock keeps two at once within the seats. */
export async function inviteToSeat(ctx: Ctx<Viewer>, given: { email: string }): Promise<Seat> {
  const email = parseEmail(given.email)
  await limitMailTo(ctx, { name: email, uid: null })
  const { token, hash } = createSecret()
  return inTransaction(ctx, async (tx) => {
    const { db, viewer, now } = tx
    const own = await ownGroups(db, viewer.id).forUpdate().executeTakeFirst()
    if (!own)
      throw new Refusal('not-a-member', { message: 'Your membership has no seats. Switch to a group plan first.' })
    await requireNotOwnAddress(db, viewer.uid, email)
    const seats = await seatsOf(db, own.id).execute()
    const earlier = seats.find((seat) => seat.email === email)
    if (earlier?.personId) return presentSeat(earlier)
    // The owner has one of the seats.
    if (!earlier && seats.length >= own.seats - 1) throw new Refusal('no-seat-left')
    const fresh = { tokenHash: hash, invitedAt: now() }
    await db
      .insertInto('seat')
      .values({ id: newId(), membershipId: own.id, email, ...fresh })
      .onConflict((conflict) => conflict.columns(['membershipId', 'email']).doUpdateSet(fresh))
      .execute()
    await mailSeatInvitation(tx, { to: email, by: viewer.name, token })
    return presentSeat(await seatsOf(db, own.id).where('seat.email', '=', email).executeTakeFirstOrThrow())
  })
}

async function requireNotOwnAddress(db: Db, uid: string, email: string) {
  const own = await db.selectFrom('account').select('email').where('uid', '=', uid).executeTakeFirst()
  if (own?.email === email)
    throw new Refusal('invalid', {
      issues: [{ path: ['body', 'email'], message: 'You already have a seat. Enter the address of another person.' }],
    })
}

/** By the owner of the group, or by the person who has the seat. */
export async function removeSeat(ctx: Ctx<Viewer>, id: string) {
  await inTransaction(ctx, async (tx) => {
    const { db, viewer } = tx
    const seat = await orNotFound(
      db
        .selectFrom('seat')
        .innerJoin('membership', 'membership.id', 'seat.membershipId')
        .select(['seat.id', 'seat.personId'])
        .where('seat.id', '=', id)
        .where((eb) => eb.or([eb('membership.personId', '=', viewer.id), eb('seat.personId', '=', viewer.id)]))
        .forUpdate('seat')
        .executeTakeFirst(),
    )
    await deleteSeats(tx, [seat])
  })
  return {}
}

/** The owner decides which seats to take back before a switch to a smaller plan. */
export async function requireEnoughSeats(db: Db, membershipId: string, seats: number) {
  const taken = (await seatsOf(db, membershipId).execute()).length
  if (taken > 0 && taken + 1 > seats)
    throw new Refusal('no-seat-left', {
      message: 'This plan has too few seats for your group. Take some back first.',
    })
}

/** Before a switch: otherwise an invitation could take a seat that the new plan does not include. */
export function limitSeats(ctx: Ctx, membershipId: string, seats: number) {
  return inTransaction(ctx, async ({ db }) => {
    await db.selectFrom('membership').select('id').where('id', '=', membershipId).forUpdate().execute()
    await requireEnoughSeats(db, membershipId, seats)
    await db
      .updateTable('membership')
      .set({ seats })
      .where('id', '=', membershipId)
      .where('seats', '>', seats)
      .execute()
  })
}

/** When a switch failed. A sync may have saved the new plan in the meantime. */
export function restoreSeats(ctx: Ctx, { id, planId, seats }: { id: string; planId: string; seats: number }) {
  return inTransaction(ctx, ({ db }) =>
    db.updateTable('membership').set({ seats }).where('id', '=', id).where('planId', '=', planId).execute(),
  )
}

/**
 * Takes back the seats that a smaller plan does not include, the newest invitations first: the plan was changed at the
 * provider, or an ended membership was started again with another plan. In the transaction that changes the number of seats.
 */
export async function removeExcessSeats(tx: Ctx, membershipId: string) {
  const { seats } = await tx.db
    .selectFrom('membership')
    .select('seats')
    .where('id', '=', membershipId)
    .executeTakeFirstOrThrow()
  const excess = await seatsOf(tx.db, membershipId)
    .orderBy('seat.invitedAt')
    .orderBy('seat.id')
    .offset(seats - 1)
    .execute()
  await deleteSeats(tx, excess)
}

async function deleteSeats(tx: Ctx, seats: readonly { id: string; personId: string | null }[]) {
  if (seats.length === 0) return
  const ids = seats.map(({ id }) => id)
  await tx.db.deleteFrom('seat').where('id', 'in', ids).execute()
  const people = seats.map(({ personId }) => personId).filter((id) => id !== null)
  await refreshEntitlements(tx, people)
  for (const { id, personId } of seats)
    if (personId !== null)
      await notify(tx, {
        kind: 'membership',
        cause: `seat-removed:${id}`,
        actorId: tx.viewer?.id ?? null,
        personId,
        detail: { outcome: 'seat-removed' },
      })
}

/** The people whose entitlement follows a membership: refresh them when its state or period changes. */
export async function listSeatHolders({ db }: Pick<Ctx, 'db'>, membershipId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('seat')
    .select('personId')
    .where('membershipId', '=', membershipId)
    .where('personId', 'is not', null)
    .execute()
  return rows.map(({ personId }) => personId).filter((id) => id !== null)
}

function invitations(db: Db, token: string) {
  return db
    .selectFrom('seat')
    .innerJoin('membership', 'membership.id', 'seat.membershipId')
    .innerJoin('person as owner', 'owner.id', 'membership.personId')
    .select(['seat.id', 'seat.personId', 'membership.personId as ownerId', 'owner.name as ownerName'])
    .where('seat.tokenHash', '=', hashSecret(token))
    .where('membership.state', 'in', entitledStates)
}

function invitationGone() {
  return new Refusal('link-expired', { message: 'This invitation was withdrawn. Ask for a new one.' })
}

export async function findSeatInvitation({ db }: Pick<Ctx, 'db'>, token: string) {
  const found = await invitations(db, token).executeTakeFirst()
  if (!found) throw invitationGone()
  return { by: found.ownerName, used: found.personId !== null }
}

/** The same person can repeat it. People who pay for themselves are refused: they would pay for nothing. */
export function acceptSeat(ctx: Ctx<Viewer>, token: string): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const { db, viewer, now } = tx
    const seat = await invitations(db, token).forUpdate('seat').executeTakeFirst()
    if (!seat) throw invitationGone()
    if (seat.personId === viewer.id) return
    if (seat.personId !== null)
      throw new Refusal('link-expired', {
        message: 'This invitation was accepted by another account. Ask for a new one.',
      })
    // Two invitations that one person accepts at once: the second waits and is refused.
    await sql`select pg_advisory_xact_lock(hashtext('seat'), hashtext(${viewer.id}))`.execute(db)
    await requireSeatAllowed(db, viewer.id, seat.ownerId)
    await db.updateTable('seat').set({ personId: viewer.id, acceptedAt: now() }).where('id', '=', seat.id).execute()
    await refreshEntitlements(tx, [viewer.id])
    await notify(tx, {
      kind: 'membership',
      cause: `seat-accepted:${seat.id}:${viewer.id}`,
      actorId: viewer.id,
      personId: seat.ownerId,
      detail: { outcome: 'seat-accepted' },
    })
  })
}

async function requireSeatAllowed(db: Db, personId: string, ownerId: string) {
  const refuse = (message: string) => new Refusal('already-member', { message })
  if (ownerId === personId) throw refuse('This is an invitation to your own group. You already have a seat in it.')
  const paying = await db
    .selectFrom('membership')
    .select('id')
    .where('personId', '=', personId)
    .where('state', 'in', ['trialing', 'active', 'past-due'])
    .executeTakeFirst()
  if (paying) throw refuse('You pay for a membership of your own. Cancel it first, then accept the seat.')
  const taken = await db
    .selectFrom('seat')
    .innerJoin('membership', 'membership.id', 'seat.membershipId')
    .select(['seat.id', 'membership.state'])
    .where('seat.personId', '=', personId)
    .executeTakeFirst()
  if (!taken) return
  if (entitledStates.includes(taken.state))
    throw refuse('You already have a seat in another group. Leave that group first, then accept this seat.')
  // Of a group that has ended: its owner cannot take it back.
  await db.deleteFrom('seat').where('id', '=', taken.id).execute()
}
