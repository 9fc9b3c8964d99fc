import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isUniqueViolation } from '#server/platform/errors.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createAccount, dropUnproven, ensurePerson } from './accounts.ts'
import { type Entry, enter, sameSignIn } from './enter.ts'
import { lockLive, requireRecentUnlessAnonymous } from './own-account.ts'
import type { Identity } from './providers.ts'
import { type AccountRow, accountByEmail, accountByProvider, accountByUid } from './find-accounts.ts'
import type { Holder } from './sessions.ts'

/** Signs in whoever another service vouches for; a stranger gets an account unless `autoCreate` is false. */
export async function signInWithIdentity(ctx: Ctx, identity: Identity, { autoCreate = true } = {}): Promise<Entry> {
  return inTransaction(ctx, async (tx) => {
    const known = await accountByProvider(tx.db, identity.providerId, identity.rawId)
    if (known) return enter(tx, known, { provider: identity.providerId })
    if (!autoCreate) throw new Refusal('user-not-found')
    const namesake = identity.email ? await accountByEmail(tx.db, identity.email) : undefined
    if (namesake && !identity.emailVerified) {
      throw new Refusal('account-exists-with-different-credential', { email: identity.email })
    }
    // The provider has proved the address; whoever used it here without proof keeps nothing that opens the account.
    if (namesake && !namesake.emailVerified) await dropUnproven(tx, namesake.uid)
    const account = namesake ?? (await createAccount(tx, fieldsOf(identity)))
    const linked = await addIdentity(tx, account, identity)
    await ensurePerson(tx, linked)
    return enter(tx, linked, { provider: identity.providerId, isNew: !namesake })
  })
}

/** Adds another service to an account that somebody is signed in to. */
export async function linkIdentity(ctx: Ctx, holder: Holder, identity: Identity): Promise<Entry> {
  const { account, session } = holder
  await requireRecentUnlessAnonymous(ctx, holder)
  return inTransaction(ctx, async (tx) => {
    await lockLive(tx, holder)
    const linked = await addIdentity(tx, account, identity)
    await ensurePerson(tx, linked)
    return enter(tx, linked, { ...sameSignIn(session), provider: identity.providerId })
  })
}

async function addIdentity(tx: Ctx, account: AccountRow, identity: Identity): Promise<AccountRow> {
  const { providerId, rawId, email, emailVerified, name, photoUrl } = identity
  const { uid } = account
  try {
    await tx.db
      .insertInto('accountProvider')
      .values({ providerId, rawId, uid, email, displayName: name, photoUrl, linkedAt: tx.now() })
      .execute()
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('credential-already-in-use')
    throw error
  }
  const free = email && emailVerified && !account.email && !(await accountByEmail(tx.db, email))
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
  return (await accountByUid(tx.db, uid)) ?? account
}

function fieldsOf({ email, emailVerified, name, photoUrl }: Identity) {
  return { email, emailVerified: email !== null && emailVerified, displayName: name, photoUrl }
}
