import { Refusal } from '#contract/errors.ts'
import type { ActionKind } from '#contract/identity/identity.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { limitMailTo } from './account-limits.ts'
import { createAccount, removeUnverifiedCredentials, ensurePerson, refuseTakenEmail } from './account-lifecycle.ts'
import { parseEmail } from './parse-email.ts'
import { type SignInResult, completeSignIn, signInDetails } from './complete-sign-in.ts'
import { cancelCodes, findCode, sendCode, consumeCode } from './action-codes.ts'
import { acceptInvitation } from './invitations.ts'
import { lockActiveSession, requireCanLinkEmail } from './current-account.ts'
import { hashPassword, validatePasswordFor } from './passwords.ts'
import { findAccountByEmail, findAccountByUid, lockAccount } from './find-accounts.ts'
import { endSessions, type Holder } from './sessions.ts'
import { requireMethod } from './sign-in.ts'
import { recordSecurityEvent } from './security-events.ts'

/** Longer than the work for a known email takes, so that timing does not reveal whether it is registered. */
const MINIMUM_DURATION_MS = 150

/** With email protection on, the response is the same, and as fast, for an unknown email. */
export async function sendPasswordReset(ctx: Ctx, emailText: string, continueUrl: string | null = null) {
  requireMethod(ctx, 'password')
  const email = parseEmail(emailText)
  const account = await findAccountByEmail(ctx.db, email)
  await limitMailTo(ctx, { name: email, uid: account?.uid ?? null })
  return withMinimumDuration(async () => {
    if (!account && !ctx.identity.protectEmails) throw new Refusal('user-not-found')
    if (!account || account.disabledAt) return email
    await inTransaction(ctx, (tx) => sendCode(tx, { kind: 'reset', uid: account.uid, email, continueUrl }))
    return email
  })
}

/** Using the link creates an account if the email has none. */
export async function sendSignInLink(ctx: Ctx, emailText: string, continueUrl: string | null) {
  requireMethod(ctx, 'email-link')
  const email = parseEmail(emailText)
  const uid = (await findAccountByEmail(ctx.db, email))?.uid ?? null
  await limitMailTo(ctx, { name: email, uid })
  return withMinimumDuration(async () => {
    await inTransaction(ctx, (tx) => sendCode(tx, { kind: 'sign-in', uid, email, continueUrl }))
    return email
  })
}

async function withMinimumDuration<Result>(work: () => Promise<Result>): Promise<Result> {
  const [result] = await Promise.allSettled([work(), new Promise((done) => setTimeout(done, MINIMUM_DURATION_MS))])
  if (result.status === 'rejected') throw result.reason
  return result.value
}

export async function sendVerification(
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

/** The verification mail after sign-up. */
export async function sendFirstVerification(
  ctx: Ctx,
  { account: { uid, email, emailVerified } }: Pick<Holder, 'account'>,
) {
  if (!email || emailVerified) return
  try {
    await limitMailTo(ctx, { name: email, uid: null })
  } catch (error) {
    // Over the rate limit for this email. The new user can request the mail later.
    if (error instanceof Refusal) return
    throw error
  }
  await inTransaction(ctx, (tx) => sendCode(tx, { kind: 'verify', uid, email }))
}

/** Sends a link to the new email. The account changes when the link is used. */
export async function sendEmailChange(
  ctx: Ctx,
  { account }: Pick<Holder, 'account'>,
  newText: string,
  continueUrl: string | null = null,
) {
  const newEmail = parseEmail(newText)
  // The email may belong to someone else, so the stranger's limit applies.
  await limitMailTo(ctx, { name: newEmail, uid: null })
  if (await findAccountByEmail(ctx.db, newEmail)) throw new Refusal('email-already-in-use')
  const { uid, email } = account
  await inTransaction(ctx, (tx) =>
    sendCode(tx, { kind: 'change', uid, email: email ?? newEmail, newEmail, continueUrl }),
  )
  return email ?? newEmail
}

/** Signs in with an email link, which also verifies the email. With a holder, links the email to that account. */
export async function signInWithLink(
  ctx: Ctx,
  { email: text, code }: { email: string; code: string },
  holder?: Holder,
): Promise<SignInResult> {
  requireMethod(ctx, 'email-link')
  const email = parseEmail(text)
  if (holder) await requireCanLinkEmail(ctx, holder, email)
  return inTransaction(ctx, async (tx) => {
    if (holder) await lockActiveSession(tx, holder)
    const found = await consumeCode(tx, code, ['sign-in'])
    if (found.email !== email) throw new Refusal('invalid-email')
    const known = holder?.account ?? (await findAccountByEmail(tx.db, email))
    const owner = known && (await lockAccount(tx.db, known.uid))
    // The link proves ownership, so credentials added before that are removed.
    if (owner && !holder && !owner.emailVerified) await removeUnverifiedCredentials(tx, owner.uid)
    const account = owner ?? (await createAccount(tx, { email }))
    const confirmed = await refuseTakenEmail(() =>
      tx.db
        .updateTable('account')
        .set({ email, emailVerified: true })
        .where('uid', '=', account.uid)
        .returningAll()
        .executeTakeFirstOrThrow(),
    )
    await ensurePerson(tx, confirmed)
    if (holder) return completeSignIn(tx, confirmed, { ...signInDetails(holder.session), provider: 'password' })
    return completeSignIn(tx, confirmed, { provider: 'password', isNew: !owner })
  })
}

/** A password that the policy refuses does not consume the code. */
export async function resetPassword(ctx: Ctx, { code, password }: { code: string; password: string }) {
  const { kind, uid: owner, email: mailedTo } = await findCode(ctx, code)
  if (kind !== 'reset' || owner === null) throw new Refusal('invalid-action-code')
  await validatePasswordFor(ctx, password, { uid: owner, email: mailedTo })
  const passwordHash = await hashPassword(password)
  return inTransaction(ctx, async (tx) => {
    const { uid, email } = await consumeCode(tx, code, ['reset'])
    const account = uid ? await lockAccount(tx.db, uid) : undefined
    if (!account || !uid) throw new Refusal('invalid-action-code')
    if (account.disabledAt) throw new Refusal('user-disabled')
    // The code proves ownership of the email it was sent to, if the account still has that email.
    const emailVerified = account.emailVerified || account.email === email
    if (emailVerified && !account.emailVerified) await removeUnverifiedCredentials(tx, uid)
    await tx.db
      .updateTable('account')
      .set({ passwordHash, passwordUpdatedAt: tx.now(), emailVerified })
      .where('uid', '=', uid)
      .execute()
    await cancelCodes(tx, uid, ['reset', 'change'])
    await recordSecurityEvent(tx, uid, 'password-reset')
    await endSessions(tx, uid)
    return email
  })
}

type AppliedCode = { kind: ActionKind; email: string; emailVerified: boolean; uid: string }

/** Verifies, changes or restores the account's email. */
export async function applyCode(ctx: Ctx, code: string): Promise<AppliedCode> {
  return inTransaction(ctx, async (tx) => {
    const { kind, uid, email, newEmail, createdAt } = await consumeCode(tx, code, ['verify', 'change', 'recover'])
    const account = uid ? await lockAccount(tx.db, uid) : undefined
    if (!account || !uid) throw new Refusal('invalid-action-code')
    if (kind === 'verify' && account.email !== email) throw new Refusal('invalid-action-code')
    const wanted = kind === 'change' ? (newEmail ?? email) : email
    await refuseTakenEmail(() =>
      tx.db.updateTable('account').set({ email: wanted, emailVerified: true }).where('uid', '=', uid).execute(),
    )
    const event = kind === 'verify' ? 'email-confirmed' : kind === 'change' ? 'email-changed' : 'email-restored'
    await recordSecurityEvent(tx, uid, event)
    if (kind !== 'verify') {
      await cancelCodes(tx, uid, ['reset', 'change', 'verify'])
      await endSessions(tx, uid)
    }
    // Later changes by an attacker left recovery codes for the attacker's own addresses.
    if (kind === 'recover') await cancelCodes(tx, uid, ['recover'], createdAt)
    // An unverified email may be a stranger's, who must not be able to take over the account.
    if (kind === 'change' && account.email && account.emailVerified && account.email !== wanted) {
      await sendCode(tx, { kind: 'recover', uid, email: account.email, newEmail: wanted })
    }
    const now = await findAccountByUid(tx.db, uid)
    if (now) await acceptInvitation(tx, now)
    return { kind, uid, email: now?.email ?? wanted, emailVerified: now?.emailVerified ?? true }
  })
}
