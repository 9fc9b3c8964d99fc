import type { Account } from '#contract/account.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/identity.ts'
import { withdrawAllOf } from '#server/articles/withdraw.ts'
import { removeAllOf } from '#server/media/remove.ts'
import { forgetDeliveriesTo } from '#server/notifications/forget.ts'
import { forgetReader } from '#server/bookmarks/forget.ts'
import { erasePerson, lockPeople, personOfUid } from '#server/people/accounts.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { forgetMailTo } from '#server/platform/mail.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { removeObjectsOf } from '#server/storage/objects.ts'
import { type Entry, enter } from './enter.ts'
import { cancelCodes } from './mailed-codes.ts'
import { lockLive, ownAccount } from './own-account.ts'
import { hashPassword, requireGoodPasswordFor } from './passwords.ts'
import { presentAccount } from './present.ts'
import { lockAccount } from './queries.ts'
import { endSession, endSessions, type Holder } from './sessions.ts'
import { requireWayIn } from './way-in.ts'

export async function account(ctx: Ctx<Viewer>): Promise<Account> {
  return presentAccount(ctx, await ownAccount(ctx))
}

/** Sets the password. Every session ends, this one too: the answer brings a new one. */
export async function changePassword(ctx: Ctx, holder: Holder, password: string): Promise<Entry> {
  const { uid, email } = holder.account
  const { session } = holder
  if (email === null) throw new Refusal('missing-email')
  await requireGoodPasswordFor(ctx, password, { uid, email })
  const passwordHash = await hashPassword(password)
  return inTransaction(ctx, async (tx) => {
    await lockLive(tx, holder)
    const changed = await tx.db
      .updateTable('account')
      .set({ passwordHash, passwordUpdatedAt: tx.now() })
      .where('uid', '=', uid)
      .returningAll()
      .executeTakeFirstOrThrow()
    await cancelCodes(tx, uid, ['reset', 'change'])
    await endSessions(tx, uid)
    return enter(tx, changed, { provider: session.provider, secondFactor: session.secondFactor })
  })
}

/** Takes away a way to sign in, as long as another is left. */
export async function removeProvider(ctx: Ctx, { account: { uid } }: Holder, id: string) {
  await inTransaction(ctx, async (tx) => {
    const held = await lockAccount(tx.db, uid)
    if (id === 'password') {
      if (!held?.passwordHash) throw new Refusal('no-such-provider')
      await tx.db.updateTable('account').set({ passwordHash: null }).where('uid', '=', uid).execute()
    } else {
      const gone = await tx.db
        .deleteFrom('accountProvider')
        .where('uid', '=', uid)
        .where('providerId', '=', id)
        .executeTakeFirst()
      if (gone.numDeletedRows === 0n) throw new Refusal('no-such-provider')
    }
    await requireWayIn(tx, uid)
  })
}

export async function signOutOf(ctx: Ctx<Viewer>, sessionId: string): Promise<Account> {
  const holder = await ownAccount(ctx)
  if (!(await endSession(ctx, holder.account.uid, sessionId))) throw new Refusal('not-found')
  return presentAccount(ctx, holder)
}

export async function signOutElsewhere(ctx: Ctx<Viewer>): Promise<Account> {
  const holder = await ownAccount(ctx)
  await endSessions(ctx, holder.account.uid, holder.session.id)
  return presentAccount(ctx, holder)
}

/** The account is gone; the person's stories are withdrawn, and what is left of the person has no name. */
export async function deleteAccount(ctx: Ctx, uid: string) {
  await inTransaction(ctx, async (tx) => {
    const person = await personOfUid(tx.db, uid)
    if (person?.role === 'admin') await keepOneAdmin(tx, person.id)
    if (person) {
      // Before the bylines are read, so that no article can add this person meanwhile.
      await lockPeople(tx.db, [person.id])
      await withdrawAllOf(tx, person.id)
      await removeAllOf(tx, person.id)
      await forgetDeliveriesTo(tx, person.id)
      await forgetReader(tx, person.id)
      await erasePerson(tx, person.id)
    }
    await removeObjectsOf(tx, uid)
    await endSessions(tx, uid)
    const gone = await tx.db.deleteFrom('account').where('uid', '=', uid).returning('email').executeTakeFirst()
    if (gone?.email) await forgetMailTo(tx, gone.email)
  })
}

/** A site without an admin could not be looked after. The rows stay locked, so the last two cannot leave at once. */
async function keepOneAdmin({ db }: Ctx, id: string) {
  const admins = await db
    .selectFrom('person')
    .select('id')
    .where('role', '=', 'admin')
    .where('disabledAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (!admins.some((admin) => admin.id !== id))
    throw new Refusal('admin-restricted-operation', { reason: 'the last admin' })
}
