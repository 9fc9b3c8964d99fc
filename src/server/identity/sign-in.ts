import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { SignInMethod } from '#contract/identity/sign-in-methods.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { limitAttempts } from './account-limits.ts'
import { createAccount, ensurePerson, refuseTakenEmail } from './account-lifecycle.ts'
import { parseEmail } from './parse-email.ts'
import { type SignInResult, completeSignIn } from './complete-sign-in.ts'
import { provesAddress } from './invitations.ts'
import { lockActiveSession, requireCanLinkEmail } from './current-account.ts'
import { hashPassword, isPasswordCorrect, validatePassword, validatePasswordFor } from './passwords.ts'
import { findAccountByEmail, lockAccount } from './find-accounts.ts'
import { recordFailedSignIn, recordSecurityEvent } from './security-events.ts'
import { endSessions, type Holder } from './sessions.ts'
import { requireSignUpAllowed } from './sign-up-rules.ts'

export function requireMethod({ identity }: Ctx, method: SignInMethod) {
  if (!identity.methods.includes(method)) throw new Refusal('operation-not-allowed')
}

/** Distinguishes a wrong password from an unknown email only if email protection is off. */
export async function signInWithPassword(ctx: Ctx, given: { email: string; password: string }): Promise<SignInResult> {
  requireMethod(ctx, 'password')
  const email = parseEmail(given.email)
  if (given.password === '') throw new Refusal('missing-password')
  const account = await findAccountByEmail(ctx.db, email)
  await limitAttempts(ctx, 'attempts', { name: email, uid: account?.uid ?? null })
  const matches = await isPasswordCorrect(account?.passwordHash, given.password)
  if (account && matches) {
    return inTransaction(ctx, async (tx) => {
      // A password reset during the check wins.
      const held = await lockAccount(tx.db, account.uid)
      if (held?.passwordHash !== account.passwordHash) throw new Refusal('invalid-credential')
      return completeSignIn(tx, held, { provider: 'password' })
    })
  }
  await recordFailedSignIn(ctx, account?.uid ?? null, 'password')
  if (ctx.identity.protectEmails) throw new Refusal('invalid-credential')
  throw new Refusal(account ? 'wrong-password' : 'user-not-found')
}

type NewMember = { email: string; password: string; name?: string | null; invitation?: string | undefined }

/** The link of an invitation confirms the address that it was sent to. */
export async function signUp(
  ctx: Ctx,
  { email: text, password, name = null, invitation }: NewMember,
): Promise<SignInResult> {
  requireMethod(ctx, 'password')
  const email = parseEmail(text)
  await validatePassword(ctx, password, { email, handle: null })
  // Checked before the costly hash. The unique index decides.
  if (await findAccountByEmail(ctx.db, email)) throw new Refusal('email-already-in-use')
  const passwordHash = await hashPassword(password)
  return inTransaction(ctx, async (tx) => {
    const emailVerified = await provesAddress(tx, invitation, email)
    const account = await createAccount(tx, { email, emailVerified, passwordHash, displayName: name })
    await ensurePerson(tx, account)
    return completeSignIn(tx, account, { provider: 'password', isNew: true })
  })
}

/** An anonymous account cannot be signed in to again until it is linked. */
export async function signUpAnonymously(ctx: Ctx): Promise<SignInResult> {
  if (!ctx.identity.methods.includes('anonymous')) throw new Refusal('admin-restricted-operation')
  return inTransaction(ctx, async (tx) => {
    await requireSignUpAllowed(tx, { email: null, emailVerified: false })
    return completeSignIn(tx, await createAccount(tx, {}), { provider: 'anonymous', isNew: true })
  })
}

/** Adds an email and password to an account and ends its earlier sessions. */
export async function linkPassword(
  ctx: Ctx,
  holder: Holder,
  { email: text, password }: { email: string; password: string },
): Promise<SignInResult> {
  const { account, session } = holder
  requireMethod(ctx, 'password')
  const email = parseEmail(text)
  await requireCanLinkEmail(ctx, holder, email)
  await validatePasswordFor(ctx, password, { uid: account.uid, email })
  const passwordHash = await hashPassword(password)
  return inTransaction(ctx, async (tx) => {
    await lockActiveSession(tx, holder)
    const verified = account.email === email && account.emailVerified
    const linked = await refuseTakenEmail(() =>
      tx.db
        .updateTable('account')
        .set({ email, emailVerified: verified, passwordHash, passwordUpdatedAt: tx.now() })
        .where('uid', '=', account.uid)
        .returningAll()
        .executeTakeFirstOrThrow(),
    )
    await ensurePerson(tx, linked)
    await recordSecurityEvent(tx, linked.uid, 'password-changed')
    await endSessions(tx, linked.uid)
    // The caller is signed in already, so no second factor is requested again.
    return completeSignIn(tx, linked, {
      provider: 'password',
      secondFactor: session.secondFactor,
      origin: session.origin,
    })
  })
}
