import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { SignInMethod } from '#server/platform/identity-config.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { limitAttempts } from './account-limits.ts'
import { createAccount, ensurePerson, unlessTaken } from './accounts.ts'
import { readEmail } from './emails.ts'
import { type Entry, enter } from './enter.ts'
import { lockLive, requireMayLink } from './own-account.ts'
import { hashPassword, passwordMatches, requireGoodPassword, requireGoodPasswordFor } from './passwords.ts'
import { accountByEmail, lockAccount } from './find-accounts.ts'
import { endSessions, type Holder } from './sessions.ts'

export function requireMethod({ identity }: Ctx, method: SignInMethod) {
  if (!identity.methods.includes(method)) throw new Refusal('operation-not-allowed')
}

/** A password for an address. What was wrong is told only where the owner has allowed it. */
export async function signInWithPassword(ctx: Ctx, given: { email: string; password: string }): Promise<Entry> {
  requireMethod(ctx, 'password')
  const email = readEmail(given.email)
  if (given.password === '') throw new Refusal('missing-password')
  const account = await accountByEmail(ctx.db, email)
  await limitAttempts(ctx, 'attempts', { name: email, uid: account?.uid ?? null })
  const matches = await passwordMatches(account?.passwordHash, given.password)
  if (account && matches) {
    return inTransaction(ctx, async (tx) => {
      // A reset that came while the password was checked has the last word.
      const held = await lockAccount(tx.db, account.uid)
      if (held?.passwordHash !== account.passwordHash) throw new Refusal('invalid-credential')
      return enter(tx, held, { provider: 'password' })
    })
  }
  if (ctx.identity.protectEmails) throw new Refusal('invalid-credential')
  throw new Refusal(account ? 'wrong-password' : 'user-not-found')
}

export type NewMember = { email: string; password: string; name?: string | null }

/** A new account with a password, signed in. */
export async function signUp(ctx: Ctx, { email: text, password, name = null }: NewMember): Promise<Entry> {
  requireMethod(ctx, 'password')
  const email = readEmail(text)
  await requireGoodPassword(ctx, password, { email, handle: null })
  // Asked before the costly part; the database has the last word.
  if (await accountByEmail(ctx.db, email)) throw new Refusal('email-already-in-use')
  const passwordHash = await hashPassword(password)
  return inTransaction(ctx, async (tx) => {
    const account = await createAccount(tx, { email, passwordHash, displayName: name })
    await ensurePerson(tx, account)
    return enter(tx, account, { provider: 'password', isNew: true })
  })
}

/** An account that nobody can sign in to again, until it is linked to something. */
export async function signUpAnonymously(ctx: Ctx): Promise<Entry> {
  if (!ctx.identity.methods.includes('anonymous')) throw new Refusal('admin-restricted-operation')
  return inTransaction(ctx, async (tx) =>
    enter(tx, await createAccount(tx, {}), { provider: 'anonymous', isNew: true }),
  )
}

/** Gives an account, anonymous or not, an address and a password. Sessions before it end. */
export async function linkPassword(
  ctx: Ctx,
  holder: Holder,
  { email: text, password }: { email: string; password: string },
): Promise<Entry> {
  const { account, session } = holder
  requireMethod(ctx, 'password')
  const email = readEmail(text)
  await requireMayLink(ctx, holder, email)
  await requireGoodPasswordFor(ctx, password, { uid: account.uid, email })
  const passwordHash = await hashPassword(password)
  return inTransaction(ctx, async (tx) => {
    await lockLive(tx, holder)
    const verified = account.email === email && account.emailVerified
    const linked = await unlessTaken(() =>
      tx.db
        .updateTable('account')
        .set({ email, emailVerified: verified, passwordHash, passwordUpdatedAt: tx.now() })
        .where('uid', '=', account.uid)
        .returningAll()
        .executeTakeFirstOrThrow(),
    )
    await ensurePerson(tx, linked)
    await endSessions(tx, linked.uid)
    // Whoever links is signed in already, with whatever second factor that took.
    return enter(tx, linked, { provider: 'password', secondFactor: session.secondFactor })
  })
}
