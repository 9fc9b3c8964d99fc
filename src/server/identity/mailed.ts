import { Refusal } from '#contract/errors.ts'
import type { MailedKind } from '#contract/identity/identity.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { limitMailTo } from './account-limits.ts'
import { createAccount, dropUnproven, ensurePerson, unlessTaken } from './accounts.ts'
import { readEmail } from './emails.ts'
import { type Entry, enter, sameSignIn } from './enter.ts'
import { cancelCodes, lookCodeUp, sendCode, spendCode } from './mailed-codes.ts'
import { requireMayLink } from './own-account.ts'
import { lockLive } from './own-account.ts'
import { hashPassword, requireGoodPasswordFor } from './passwords.ts'
import { accountByEmail, accountByUid, lockAccount } from './find-accounts.ts'
import { endSessions, type Holder } from './sessions.ts'
import { requireMethod } from './sign-in.ts'

/** Longer than the work for a known address takes, so that the time of the answer tells nothing. */
const ANSWER_AFTER_MS = 150

/** Mails a reset link to whoever has that address. The answer is the same, and as quick, when nobody has. */
export async function mailReset(ctx: Ctx, emailText: string, continueUrl: string | null = null) {
  requireMethod(ctx, 'password')
  const email = readEmail(emailText)
  const account = await accountByEmail(ctx.db, email)
  await limitMailTo(ctx, { name: email, uid: account?.uid ?? null })
  return unhurried(async () => {
    if (!account && !ctx.identity.protectEmails) throw new Refusal('user-not-found')
    if (!account || account.disabledAt) return email
    await inTransaction(ctx, (tx) => sendCode(tx, { kind: 'reset', uid: account.uid, email, continueUrl }))
    return email
  })
}

/** Mails a link that signs in. Whoever has no account gets one by using it. */
export async function mailSignIn(ctx: Ctx, emailText: string, continueUrl: string | null) {
  requireMethod(ctx, 'email-link')
  const email = readEmail(emailText)
  const uid = (await accountByEmail(ctx.db, email))?.uid ?? null
  await limitMailTo(ctx, { name: email, uid })
  return unhurried(async () => {
    await inTransaction(ctx, (tx) => sendCode(tx, { kind: 'sign-in', uid, email, continueUrl }))
    return email
  })
}

async function unhurried<Result>(work: () => Promise<Result>): Promise<Result> {
  const [result] = await Promise.allSettled([work(), new Promise((done) => setTimeout(done, ANSWER_AFTER_MS))])
  if (result.status === 'rejected') throw result.reason
  return result.value
}

/** Mails the account's own address a link to confirm it. */
export async function mailVerification(
  ctx: Ctx,
  { account }: Pick<Holder, 'account'>,
  continueUrl: string | null = null,
) {
  const { uid, email } = account
  if (!email) throw new Refusal('missing-email')
  await limitMailTo(ctx, { name: email, uid }, { signedIn: true })
  await inTransaction(ctx, (tx) => sendCode(tx, { kind: 'verify', uid, email, continueUrl }))
  return email
}

/** The same for a new account, which has had no mail yet. */
export async function mailWelcome(ctx: Ctx, { account: { uid, email } }: Pick<Holder, 'account'>) {
  if (!email) return
  try {
    await limitMailTo(ctx, { name: email, uid: null })
  } catch (error) {
    // Somebody has mailed that address enough; whoever signed up can ask for the mail later.
    if (error instanceof Refusal) return
    throw error
  }
  await inTransaction(ctx, (tx) => sendCode(tx, { kind: 'verify', uid, email }))
}

/** Mails the new address a link; nothing changes before it is opened. */
export async function mailAddressChange(
  ctx: Ctx,
  { account }: Pick<Holder, 'account'>,
  newText: string,
  continueUrl: string | null = null,
) {
  const newEmail = readEmail(newText)
  // The address may belong to another person, so it counts as a stranger's mail.
  await limitMailTo(ctx, { name: newEmail, uid: null })
  if (await accountByEmail(ctx.db, newEmail)) throw new Refusal('email-already-in-use')
  const { uid, email } = account
  await inTransaction(ctx, (tx) =>
    sendCode(tx, { kind: 'change', uid, email: email ?? newEmail, newEmail, continueUrl }),
  )
  return email ?? newEmail
}

export function look(ctx: Ctx, code: string) {
  return lookCodeUp(ctx, code)
}

/** Signs in with a mailed link, which also proves the address. With a holder, links it to that account instead. */
export async function signInWithLink(
  ctx: Ctx,
  { email: text, code }: { email: string; code: string },
  holder?: Holder,
): Promise<Entry> {
  requireMethod(ctx, 'email-link')
  const email = readEmail(text)
  if (holder) await requireMayLink(ctx, holder, email)
  return inTransaction(ctx, async (tx) => {
    if (holder) await lockLive(tx, holder)
    const found = await spendCode(tx, code, ['sign-in'])
    if (found.email !== email) throw new Refusal('invalid-email')
    const known = holder?.account ?? (await accountByEmail(tx.db, email))
    const owner = known && (await lockAccount(tx.db, known.uid))
    // The mail has proved the address; whoever used it before without proof keeps nothing that opens the account.
    if (owner && !holder && !owner.emailVerified) await dropUnproven(tx, owner.uid)
    const account = owner ?? (await createAccount(tx, { email }))
    const confirmed = await unlessTaken(() =>
      tx.db
        .updateTable('account')
        .set({ email, emailVerified: true })
        .where('uid', '=', account.uid)
        .returningAll()
        .executeTakeFirstOrThrow(),
    )
    await ensurePerson(tx, confirmed)
    if (holder) return enter(tx, confirmed, { ...sameSignIn(holder.session), provider: 'password' })
    return enter(tx, confirmed, { provider: 'password', isNew: !owner })
  })
}

/** Sets the password that a reset code allows. One that the policy refuses does not spend the code. */
export async function resetPassword(ctx: Ctx, { code, password }: { code: string; password: string }) {
  const { kind, uid: owner, email: mailedTo } = await lookCodeUp(ctx, code)
  if (kind !== 'reset' || owner === null) throw new Refusal('invalid-action-code')
  await requireGoodPasswordFor(ctx, password, { uid: owner, email: mailedTo })
  const passwordHash = await hashPassword(password)
  return inTransaction(ctx, async (tx) => {
    const { uid, email } = await spendCode(tx, code, ['reset'])
    const account = uid ? await lockAccount(tx.db, uid) : undefined
    if (!account || !uid) throw new Refusal('invalid-action-code')
    if (account.disabledAt) throw new Refusal('user-disabled')
    // The mail arrived, so the address is theirs, if it is still the account's.
    const emailVerified = account.emailVerified || account.email === email
    if (emailVerified && !account.emailVerified) await dropUnproven(tx, uid)
    await tx.db
      .updateTable('account')
      .set({ passwordHash, passwordUpdatedAt: tx.now(), emailVerified })
      .where('uid', '=', uid)
      .execute()
    await cancelCodes(tx, uid, ['reset', 'change'])
    await endSessions(tx, uid)
    return email
  })
}

export type Applied = { kind: MailedKind; email: string; emailVerified: boolean; uid: string }

/** Confirms, changes or restores the address that the code is about. */
export async function applyCode(ctx: Ctx, code: string): Promise<Applied> {
  return inTransaction(ctx, async (tx) => {
    const { kind, uid, email, newEmail, createdAt } = await spendCode(tx, code, ['verify', 'change', 'recover'])
    const account = uid ? await lockAccount(tx.db, uid) : undefined
    if (!account || !uid) throw new Refusal('invalid-action-code')
    if (kind === 'verify' && account.email !== email) throw new Refusal('invalid-action-code')
    const wanted = kind === 'change' ? (newEmail ?? email) : email
    await unlessTaken(() =>
      tx.db.updateTable('account').set({ email: wanted, emailVerified: true }).where('uid', '=', uid).execute(),
    )
    if (kind !== 'verify') {
      await cancelCodes(tx, uid, ['reset', 'change', 'verify'])
      await endSessions(tx, uid)
    }
    // Whoever changed it again after that has addresses of their own that could take it back.
    if (kind === 'recover') await cancelCodes(tx, uid, ['recover'], createdAt)
    // An address that was never proved may be a stranger's, who must not get the account by it.
    if (kind === 'change' && account.email && account.emailVerified && account.email !== wanted) {
      await sendCode(tx, { kind: 'recover', uid, email: account.email, newEmail: wanted })
    }
    const now = await accountByUid(tx.db, uid)
    return { kind, uid, email: now?.email ?? wanted, emailVerified: now?.emailVerified ?? true }
  })
}
