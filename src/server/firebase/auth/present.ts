import { ID_TOKEN_MS, SECOND_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { SignInResult } from '#server/identity/complete-sign-in.ts'
import { issueIdToken } from '#server/identity/id-tokens.ts'
import { type AccountRow, findSecondFactor, isPasswordAccount, listProviders } from '#server/identity/find-accounts.ts'

export async function presentSession(ctx: Ctx, entry: SignInResult & { kind: 'signed-in' }) {
  const { token } = await issueIdToken(ctx, entry)
  return {
    idToken: token,
    refreshToken: entry.refreshToken,
    expiresIn: String(ID_TOKEN_MS / SECOND_MS),
    localId: entry.account.uid,
  }
}

/** Tokens, or the second-factor challenge. Clients check for the challenge keys, so they are omitted otherwise. */
export async function presentSignIn(ctx: Ctx, entry: SignInResult, more: Record<string, unknown> = {}) {
  const { uid, email, displayName } = entry.account
  const common = { ...more, localId: uid, ...(email && { email }), ...(displayName && { displayName }) }
  if (entry.kind === 'signed-in') return { ...common, ...(await presentSession(ctx, entry)) }
  return { ...common, mfaPendingCredential: entry.pending, mfaInfo: [presentFactor(entry.factor)] }
}

type Factor = { id: string; name: string; enrolledAt: Date }

function presentFactor({ id, name, enrolledAt }: Factor) {
  return { mfaEnrollmentId: id, displayName: name, enrolledAt: enrolledAt.toISOString(), totpInfo: {} }
}

/** Absent fields are omitted; large numbers are strings. */
export async function presentUser({ db }: Pick<Ctx, 'db'>, account: AccountRow) {
  const { uid, email, displayName, photoUrl, phoneNumber, tenantId, passwordHash, passwordUpdatedAt } = account
  const factor = await findSecondFactor(db, uid)
  return {
    localId: uid,
    ...(email && { email }),
    emailVerified: account.emailVerified,
    ...(displayName && { displayName }),
    ...(photoUrl && { photoUrl }),
    ...(phoneNumber && { phoneNumber }),
    ...(tenantId && { tenantId }),
    // Clients only check that it is present.
    ...(passwordHash && { passwordHash: 'UkVEQUNURUQ=' }),
    ...(passwordUpdatedAt && { passwordUpdatedAt: passwordUpdatedAt.getTime() }),
    createdAt: String(account.createdAt.getTime()),
    lastLoginAt: String(account.lastSignInAt.getTime()),
    validSince: String(Math.floor(account.validSince.getTime() / SECOND_MS)),
    disabled: account.disabledAt !== null,
    ...(factor && { mfaInfo: [presentFactor(factor)] }),
    providerUserInfo: await presentProviders({ db }, account),
  }
}

export async function presentProviders({ db }: Pick<Ctx, 'db'>, account: AccountRow) {
  const { uid, email, displayName, photoUrl } = account
  const linked = await listProviders(db, uid)
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
