import { Refusal } from '#contract/errors.ts'
import { findPersonByUid, createPersonForAccount } from '#server/people/person-records.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isUniqueViolation } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { deleteMailTo } from '#server/platform/mail.ts'
import { cancelCodes } from './action-codes.ts'
import type { AccountRow } from './find-accounts.ts'
import { endSessions } from './sessions.ts'
import { requireSignUpAllowed } from './sign-up-rules.ts'

const UID_LENGTH = 28

type NewAccount = {
  email?: string | null
  emailVerified?: boolean
  passwordHash?: string | null
  displayName?: string | null
  photoUrl?: string | null
}

/** Call inside a transaction. The caller creates the person; an anonymous account has none until it is linked. */
export async function createAccount(ctx: Ctx, given: NewAccount): Promise<AccountRow> {
  const { db, now } = ctx
  const at = now()
  return refuseTakenEmail(() =>
    db
      .insertInto('account')
      .values({
        uid: createUid(),
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

/** Creates the person of an account that is no longer anonymous, unless it exists. Call inside a transaction. */
export async function ensurePerson(ctx: Ctx, account: AccountRow) {
  const { uid, displayName } = account
  if (await findPersonByUid(ctx.db, uid)) return
  await requireSignUpAllowed(ctx, account)
  await createPersonForAccount(ctx, { uid, name: displayName })
}

/** Removes every credential added before the email was verified: someone else may have added it. Call inside a transaction. */
export async function removeUnverifiedCredentials(ctx: Ctx, uid: string) {
  const { db } = ctx
  await db.updateTable('account').set({ passwordHash: null, passwordUpdatedAt: null }).where('uid', '=', uid).execute()
  for (const table of ['accountProvider', 'passkey', 'secondFactor', 'recoveryCode'] as const) {
    await db.deleteFrom(table).where('uid', '=', uid).execute()
  }
  await cancelCodes(ctx, uid, ['verify', 'reset', 'change', 'recover'])
  await endSessions(ctx, uid)
}

/** An email belongs to one account. The unique index decides between concurrent requests. */
export async function refuseTakenEmail<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('email-already-in-use')
    throw error
  }
}

/** Never reused. 28 characters, the length of a Firebase uid. */
function createUid() {
  return (newId() + newId()).slice(0, UID_LENGTH)
}

/** Deletes an account, its sessions and the queued mail to its address. Call inside a transaction. */
export async function eraseAccount(tx: Ctx, uid: string) {
  await endSessions(tx, uid)
  const deleted = await tx.db.deleteFrom('account').where('uid', '=', uid).returning('email').executeTakeFirst()
  if (!deleted?.email) return
  await deleteMailTo(tx, deleted.email)
  await tx.db.deleteFrom('invitation').where('email', '=', deleted.email).execute()
}
