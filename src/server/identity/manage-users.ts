import type { Role } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import { recordAudit } from '#server/audit/record.ts'
import { requireOtherAdmin } from '#server/people/last-admin.ts'
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
import { endSession, endSessions } from './sessions.ts'

type NewUser = { email: string; password: string; name: string; handle: string; role: Role }

/** Creates an account and its person for an operator. The email counts as verified. */
export async function createUser(ctx: Ctx, { email: text, password, ...person }: NewUser) {
  const email = parseEmail(text)
  await validatePassword(ctx, password, { email, handle: person.handle })
  const passwordHash = await hashPassword(password)
  return inTransaction(ctx, async (tx) => {
    const account = await createAccount(tx, { email, emailVerified: true, passwordHash, displayName: person.name })
    const { id } = await createPerson(tx, { ...person, uid: account.uid, welcomed: true })
    await recordAudit(tx, { action: 'person.created', target: { kind: 'person', id }, after: { role: person.role } })
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

/** A person without an account is one of the demo; an account without a person is anonymous. */
export type User = { uid: string | null; personId: string | null }

async function userOf({ db }: Pick<Ctx, 'db'>, uid: string): Promise<User & { handle: string | null }> {
  const person = await findPersonByUid(db, uid)
  return { uid, personId: person?.id ?? null, handle: person?.handle ?? null }
}

function targetOf({ uid, personId }: User) {
  return personId ? { kind: 'person', id: personId } : { kind: 'account', id: uid ?? '' }
}

/**
 * Disabling signs the user out everywhere and hides the profile. Tokens issued before stay invalid after enabling. Refuses
 * the last admin. Must run in a transaction; `revokeEndedSessions` follows.
 */
export async function disableUser(tx: Ctx, user: User, { disabled, reason }: { disabled: boolean; reason: string }) {
  const { uid, personId } = user
  // First, because admins are locked before accounts.
  if (disabled && personId) await requireOtherAdmin(tx, personId)
  const account = uid
    ? await tx.db
        .updateTable('account')
        .set({ disabledAt: disabled ? tx.now() : null })
        .where('uid', '=', uid)
        .where('disabledAt', disabled ? 'is' : 'is not', null)
        .returning('uid')
        .executeTakeFirst()
    : undefined
  if (uid && disabled) {
    await endSessions(tx, uid)
    await cancelCodes(tx, uid, ['reset', 'sign-in', 'change', 'recover'])
  }
  const person = personId !== null && (await setDisabled(tx, personId, disabled))
  if (!account && !person) return
  await recordAudit(tx, { action: disabled ? 'person.disabled' : 'person.enabled', target: targetOf(user), reason })
}

export async function setUserDisabled(ctx: Ctx, { uid }: AccountRow, disabled: boolean) {
  const user = await userOf(ctx, uid)
  await inTransaction(ctx, (tx) => disableUser(tx, user, { disabled, reason: '' }))
  await revokeEndedSessions(ctx, uid)
  return { uid, disabled, handle: user.handle }
}

export async function signOutUser(ctx: Ctx, { uid }: Pick<AccountRow, 'uid'>) {
  const user = await userOf(ctx, uid)
  await inTransaction(ctx, async (tx) => {
    await endSessions(tx, uid)
    await recordAudit(tx, { action: 'person.signed-out', target: targetOf(user) })
  })
  await revokeEndedSessions(ctx, uid)
}

/** Refuses a session that the user does not have. */
export async function endUserSession(ctx: Ctx, user: { uid: string; personId: string }, sessionId: string) {
  await inTransaction(ctx, async (tx) => {
    if (!(await endSession(tx, user.uid, sessionId))) throw new Refusal('not-found')
    await recordAudit(tx, { action: 'person.session-ended', target: targetOf(user) })
  })
  await revokeEndedSessions(ctx, user.uid)
}
