import { ID_TOKEN_MS, SECOND_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Entry } from '#server/identity/enter.ts'
import { issueIdToken } from '#server/identity/id-tokens.ts'
import { type AccountRow, factorOf, isPasswordAccount, providersOf } from '#server/identity/find-accounts.ts'

/** The tokens that a client keeps. */
export async function session(ctx: Ctx, entry: Entry & { kind: 'in' }) {
  const { token } = await issueIdToken(ctx, entry)
  return {
    idToken: token,
    refreshToken: entry.refreshToken,
    expiresIn: String(ID_TOKEN_MS / SECOND_MS),
    localId: entry.account.uid,
  }
}

/** A sign-in: the tokens, or the question for the second factor. A key that says so must not be there otherwise. */
export async function signedIn(ctx: Ctx, entry: Entry, more: Record<string, unknown> = {}) {
  const { uid, email, displayName } = entry.account
  const common = { ...more, localId: uid, ...(email && { email }), ...(displayName && { displayName }) }
  if (entry.kind === 'in') return { ...common, ...(await session(ctx, entry)) }
  return { ...common, mfaPendingCredential: entry.pending, mfaInfo: [factorInfo(entry.factor)] }
}

type Factor = { id: string; name: string; enrolledAt: Date }

function factorInfo({ id, name, enrolledAt }: Factor) {
  return { mfaEnrollmentId: id, displayName: name, enrolledAt: enrolledAt.toISOString(), totpInfo: {} }
}

/** The account as a client looks it up. Absent fields are left out; large numbers are texts. */
export async function user({ db }: Pick<Ctx, 'db'>, account: AccountRow) {
  const { uid, email, displayName, photoUrl, phoneNumber, tenantId, passwordHash, passwordUpdatedAt } = account
  const factor = await factorOf(db, uid)
  return {
    localId: uid,
    ...(email && { email }),
    emailVerified: account.emailVerified,
    ...(displayName && { displayName }),
    ...(photoUrl && { photoUrl }),
    ...(phoneNumber && { phoneNumber }),
    ...(tenantId && { tenantId }),
    // Clients only look whether there is one.
    ...(passwordHash && { passwordHash: 'UkVEQUNURUQ=' }),
    ...(passwordUpdatedAt && { passwordUpdatedAt: passwordUpdatedAt.getTime() }),
    createdAt: String(account.createdAt.getTime()),
    lastLoginAt: String(account.lastSignInAt.getTime()),
    validSince: String(Math.floor(account.validSince.getTime() / SECOND_MS)),
    disabled: account.disabledAt !== null,
    ...(factor && { mfaInfo: [factorInfo(factor)] }),
    providerUserInfo: await providerUserInfo({ db }, account),
  }
}

export async function providerUserInfo({ db }: Pick<Ctx, 'db'>, account: AccountRow) {
  const { uid, email, displayName, photoUrl } = account
  const linked = await providersOf(db, uid)
  const own = isPasswordAccount(account, linked.length) && email && entry('password', email, account)
  return [...(own ? [own] : []), ...linked.map((one) => entry(one.providerId, one.rawId, one))]

  function entry(
    providerId: string,
    rawId: string,
    fields: { email: string | null; displayName: string | null; photoUrl: string | null },
  ) {
    return {
      providerId,
      rawId,
      federatedId: rawId,
      ...(fields.email && { email: fields.email }),
      ...((fields.displayName ?? displayName) && { displayName: fields.displayName ?? displayName }),
      ...((fields.photoUrl ?? photoUrl) && { photoUrl: fields.photoUrl ?? photoUrl }),
    }
  }
}
