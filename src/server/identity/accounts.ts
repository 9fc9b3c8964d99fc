import { Refusal } from '#contract/errors.ts'
import { findPersonByUid, createPersonForAccount } from '#server/people/accounts.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isUniqueViolation } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { deleteMailTo } from '#server/platform/mail.ts'
import { cancelCodes } from './mailed-codes.ts'
import type { AccountRow } from './find-accounts.ts'
import { endSessions } from './sessions.ts'

const UID_LENGTH = 28

export type NewAccount = {
  email?: string | null
  emailVerified?: boolean
  passwordHash?: string | null
  displayName?: string | null
  photoUrl?: string | null
}

/** Makes an account. One with an address gets a person too; an anonymous one gets it when it is linked. Inside a transaction. */
export async function createAccount(ctx: Ctx, given: NewAccount): Promise<AccountRow> {
  const { db, now } = ctx
  const at = now()
  return unlessTaken(() =>
    db
      .insertInto('account')
      .values({
        uid: newUid(),
        ...given,
        passwordUpdatedAt: given.passwordHash ? at : null,
        validSince: at,
        createdAt: at,
        lastSignInAt: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  )
}

/** The person behind an account that has become somebody's own. Inside a transaction. */
export async function ensurePerson(ctx: Ctx, { uid, displayName }: AccountRow) {
  if (await findPersonByUid(ctx.db, uid)) return
  await createPersonForAccount(ctx, { uid, name: displayName })
}

/** Takes away every way in that was made before the address was proved: somebody else may have made it. Inside a transaction. */
export async function dropUnproven(ctx: Ctx, uid: string) {
  const { db } = ctx
  await db.updateTable('account').set({ passwordHash: null, passwordUpdatedAt: null }).where('uid', '=', uid).execute()
  for (const table of ['accountProvider', 'passkey', 'secondFactor', 'recoveryCode'] as const) {
    await db.deleteFrom(table).where('uid', '=', uid).execute()
  }
  await cancelCodes(ctx, uid, ['verify', 'reset', 'change', 'recover'])
  await endSessions(ctx, uid)
}

/** An address belongs to one account; the database decides when two ask at once. */
export async function unlessTaken<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('email-already-in-use')
    throw error
  }
}

/** Never used again, and longer than our other ids, as clients of the hosted service know them. */
function newUid() {
  return (newId() + newId()).slice(0, UID_LENGTH)
}

/** Deletes an account with its sessions and the mail to its address. Inside a transaction. */
export async function eraseAccount(tx: Ctx, uid: string) {
  await endSessions(tx, uid)
  const deleted = await tx.db.deleteFrom('account').where('uid', '=', uid).returning('email').executeTakeFirst()
  if (deleted?.email) await deleteMailTo(tx, deleted.email)
}
