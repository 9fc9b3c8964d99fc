import type { Role } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import { findPersonByUid, setDisabled } from '#server/people/person-records.ts'
import { createPerson } from '#server/people/create.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createAccount } from './account-lifecycle.ts'
import { parseEmail } from './parse-email.ts'
import { cancelCodes } from './action-codes.ts'
import { hashPassword, validatePassword } from './passwords.ts'
import { type AccountRow, findAccountByEmail, findAccountByUid } from './find-accounts.ts'
import { revokeEndedSessions } from './service-sessions.ts'
import { endSessions } from './sessions.ts'

type NewUser = { email: string; password: string; name: string; handle: string; role: Role }

/** Creates an account and its person for an operator. The email counts as verified. */
export async function createUser(ctx: Ctx, { email: text, password, ...person }: NewUser) {
  const email = parseEmail(text)
  await validatePassword(ctx, password, { email, handle: person.handle })
  const passwordHash = await hashPassword(password)
  return inTransaction(ctx, async (tx) => {
    const account = await createAccount(tx, { email, emailVerified: true, passwordHash, displayName: person.name })
    const { id } = await createPerson(tx, { ...person, uid: account.uid, welcomed: true })
    return { id, uid: account.uid, email }
  })
}

/** Finds an account by email, handle, person id or uid. */
export async function findAccount({ db }: Ctx, ref: string): Promise<AccountRow> {
  const person = await db
    .selectFrom('person')
    .select('uid')
    .where((eb) => eb.or([eb('id', '=', ref), eb('handle', '=', ref.toLowerCase())]))
    .executeTakeFirst()
  const account =
    (await findAccountByEmail(db, ref.toLowerCase())) ??
    (await findAccountByUid(db, ref)) ??
    (person?.uid ? await findAccountByUid(db, person.uid) : undefined)
  if (!account) throw new Refusal('not-found', { ref })
  return account
}

/** Disabling signs the user out everywhere and hides the profile. Tokens issued before stay invalid after enabling. */
export async function setUserDisabled(ctx: Ctx, { uid }: AccountRow, disabled: boolean) {
  await inTransaction(ctx, async (tx) => {
    await tx.db
      .updateTable('account')
      .set({ disabledAt: disabled ? tx.now() : null })
      .where('uid', '=', uid)
      .execute()
    if (disabled) {
      await endSessions(tx, uid)
      await cancelCodes(tx, uid, ['reset', 'sign-in', 'change', 'recover'])
    }
    await setDisabled(tx, uid, disabled)
  })
  await revokeEndedSessions(ctx, uid)
  return { uid, disabled, handle: (await findPersonByUid(ctx.db, uid))?.handle ?? null }
}

export async function signOutUser(ctx: Ctx, { uid }: AccountRow) {
  await inTransaction(ctx, (tx) => endSessions(tx, uid))
  await revokeEndedSessions(ctx, uid)
}
