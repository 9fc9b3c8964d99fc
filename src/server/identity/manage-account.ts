import type { Updateable } from 'kysely'
import type { Account } from '#contract/identity/account.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { renamePerson } from '#server/people/person-records.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Tables } from '#server/platform/tables.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { type SignInResult, completeSignIn, signInDetails } from './complete-sign-in.ts'
import { cancelCodes } from './action-codes.ts'
import { lockActiveSession, getOwnHolder } from './current-account.ts'
import { hashPassword, validatePasswordFor } from './passwords.ts'
import { presentAccount } from './present.ts'
import { type AccountRow, lockAccount } from './find-accounts.ts'
import { recordSecurityEvent } from './security-events.ts'
import { revokeEndedSessions } from './service-sessions.ts'
import { endSession, endSessions, type Holder } from './sessions.ts'
import { requireRemainingMethod } from './sign-in-methods.ts'

export async function getAccount(ctx: Ctx<Viewer>): Promise<Account> {
  return presentAccount(ctx, await getOwnHolder(ctx))
}

/** Sets the password and ends every session, including the current one. The result is a new session. */
export async function changePassword(ctx: Ctx, holder: Holder, password: string): Promise<SignInResult> {
  const { uid, email } = holder.account
  const { session } = holder
  if (email === null) throw new Refusal('missing-email')
  await validatePasswordFor(ctx, password, { uid, email })
  const passwordHash = await hashPassword(password)
  return inTransaction(ctx, async (tx) => {
    await lockActiveSession(tx, holder)
    const changed = await tx.db
      .updateTable('account')
      .set({ passwordHash, passwordUpdatedAt: tx.now() })
      .where('uid', '=', uid)
      .returningAll()
      .executeTakeFirstOrThrow()
    await cancelCodes(tx, uid, ['reset', 'change'])
    await recordSecurityEvent(tx, uid, 'password-changed')
    await endSessions(tx, uid)
    return completeSignIn(tx, changed, { ...signInDetails(session), signedInAt: tx.now() })
  })
}

/** Removes a sign-in method. Refused if it is the last one. */
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
    await requireRemainingMethod(tx, uid)
    if (id === 'password') await recordSecurityEvent(tx, uid, 'password-removed')
    else await recordSecurityEvent(tx, uid, 'provider-removed', { after: { provider: id } })
  })
}

export async function signOutSession(ctx: Ctx<Viewer>, sessionId: string): Promise<Account> {
  const holder = await getOwnHolder(ctx)
  await inTransaction(ctx, async (tx) => {
    if (!(await endSession(tx, holder.account.uid, sessionId))) throw new Refusal('not-found')
    await recordSecurityEvent(tx, holder.account.uid, 'sessions-ended', { after: { sessions: 'one' } })
  })
  await revokeEndedSessions(ctx, holder.account.uid)
  return presentAccount(ctx, holder)
}

export async function signOutOtherSessions(ctx: Ctx<Viewer>): Promise<Account> {
  const holder = await getOwnHolder(ctx)
  await inTransaction(ctx, async (tx) => {
    await endSessions(tx, holder.account.uid, holder.session.id)
    await recordSecurityEvent(tx, holder.account.uid, 'sessions-ended', { after: { sessions: 'all others' } })
  })
  await revokeEndedSessions(ctx, holder.account.uid)
  return presentAccount(ctx, holder)
}

/** Updates the account's display name and photo. The person's name follows the display name. */
export function updateDisplayFields(
  ctx: Ctx,
  row: AccountRow,
  changes: Updateable<DisplayColumns>,
): Promise<AccountRow> {
  return inTransaction(ctx, async (tx) => {
    if (Object.keys(changes).length === 0) return row
    if (changes.displayName) await renamePerson(tx, row.uid, changes.displayName)
    return tx.db.updateTable('account').set(changes).where('uid', '=', row.uid).returningAll().executeTakeFirstOrThrow()
  })
}
type DisplayColumns = Pick<Tables['account'], 'displayName' | 'photoUrl'>
