import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isUniqueViolation } from '#server/platform/errors.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createAccount, removeUnverifiedCredentials, ensurePerson } from './account-lifecycle.ts'
import { type SignInResult, completeSignIn, signInDetails } from './complete-sign-in.ts'
import { lockActiveSession, requireRecentUnlessAnonymous } from './current-account.ts'
import type { Identity } from './providers.ts'
import {
  type AccountRow,
  findAccountByEmail,
  findAccountByProvider,
  findAccountByUid,
  issuersOf,
} from './find-accounts.ts'
import type { Holder } from './sessions.ts'
import { recordSecurityEvent } from './security-events.ts'

/** An unknown identity gets a new account unless `autoCreate` is false. */
export async function signInWithIdentity(
  ctx: Ctx,
  identity: Identity,
  { autoCreate = true } = {},
): Promise<SignInResult> {
  return inTransaction(ctx, async (tx) => {
    const known = await findAccountByProvider(tx.db, identity)
    if (known) {
      await setMissingIssuer(tx, known.uid, identity)
      return completeSignIn(tx, known, { provider: identity.providerId })
    }
    if (!autoCreate) throw new Refusal('user-not-found')
    const existing = identity.email ? await findAccountByEmail(tx.db, identity.email) : undefined
    if (existing && !identity.emailVerified) {
      throw new Refusal('account-exists-with-different-credential', { email: identity.email })
    }
    // The provider verified the email, so credentials added here before that are removed.
    if (existing && !existing.emailVerified) await removeUnverifiedCredentials(tx, existing.uid)
    const account = existing ?? (await createAccount(tx, toAccountFields(identity)))
    const linked = await addIdentity(tx, account, identity)
    await ensurePerson(tx, linked)
    return completeSignIn(tx, linked, { provider: identity.providerId, isNew: !existing })
  })
}

export async function linkIdentity(ctx: Ctx, holder: Holder, identity: Identity): Promise<SignInResult> {
  const { account, session } = holder
  await requireRecentUnlessAnonymous(ctx, holder)
  return inTransaction(ctx, async (tx) => {
    await lockActiveSession(tx, holder)
    const linked = await addIdentity(tx, account, identity)
    await ensurePerson(tx, linked)
    await recordSecurityEvent(tx, linked.uid, 'provider-linked', { after: { provider: identity.providerId } })
    return completeSignIn(tx, linked, { ...signInDetails(session), provider: identity.providerId })
  })
}

async function addIdentity(tx: Ctx, account: AccountRow, identity: Identity): Promise<AccountRow> {
  const { providerId, issuer, rawId, email, emailVerified, name, photoUrl } = identity
  const { uid } = account
  // The provider had another issuer before, whose identities it no longer accepts.
  await tx.db
    .deleteFrom('accountProvider')
    .where('uid', '=', uid)
    .where('providerId', '=', providerId)
    .where('issuer', 'not in', issuersOf(identity))
    .execute()
  try {
    await tx.db
      .insertInto('accountProvider')
      .values({ providerId, issuer, rawId, uid, email, displayName: name, photoUrl, linkedAt: tx.now() })
      .execute()
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('credential-already-in-use')
    throw error
  }
  const free = email && emailVerified && !account.email && !(await findAccountByEmail(tx.db, email))
  await tx.db
    .updateTable('account')
    .set({
      displayName: account.displayName ?? name,
      photoUrl: account.photoUrl ?? photoUrl,
      ...(free && { email }),
      ...((free || (email === account.email && emailVerified)) && { emailVerified: true }),
    })
    .where('uid', '=', uid)
    .execute()
  return (await findAccountByUid(tx.db, uid)) ?? account
}

async function setMissingIssuer({ db }: Ctx, uid: string, { providerId, issuer }: Identity) {
  await db
    .updateTable('accountProvider')
    .set({ issuer })
    .where('uid', '=', uid)
    .where('providerId', '=', providerId)
    .where('issuer', '=', '')
    .execute()
}

function toAccountFields({ email, emailVerified, name, photoUrl }: Identity) {
  return { email, emailVerified: email !== null && emailVerified, displayName: name, photoUrl }
}
