import type { Account } from '#contract/identity/account.ts'
import type { AccountFields } from '#contract/identity/identity.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { describeDevice } from './devices.ts'
import {
  type AccountRow,
  type ProviderRow,
  findSecondFactor,
  isPasswordAccount,
  listActiveSessions,
  listPasskeys,
  listProviders,
} from './find-accounts.ts'
import type { Holder } from './sessions.ts'

export async function presentAccount({ db, now, identity }: Ctx, { account, session }: Holder): Promise<Account> {
  const { uid, email, emailVerified, passwordHash } = account
  const [linked, factor, codes, passkeys, sessions] = await Promise.all([
    listProviders(db, uid),
    findSecondFactor(db, uid),
    db.selectFrom('recoveryCode').select('codeHash').where('uid', '=', uid).execute(),
    listPasskeys(db, uid),
    listActiveSessions(db, uid, now()),
  ])
  return {
    uid,
    email,
    emailVerified,
    // The identity service asks for one.
    hasPassword: identity.service !== null || passwordHash !== null,
    providers: linked.map(({ providerId: id, email: theirs }) => ({
      id,
      name: identity.providers.find((one) => one.id === id)?.name ?? id,
      email: theirs,
    })),
    factors: factor ? [{ id: factor.id, name: factor.name, enrolledAt: factor.enrolledAt.toISOString() }] : [],
    recoveryCodesLeft: codes.length,
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    sessions: sessions.map(({ id, device, createdAt, lastUsedAt }) => ({
      id,
      current: id === session.id,
      device: describeDevice(device),
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    })),
  }
}

/** The account under the field names of the specification. */
export function presentFields(account: AccountRow, linked: ProviderRow[]): AccountFields {
  const { uid, displayName, photoUrl, email, emailVerified, phoneNumber, tenantId, createdAt, lastSignInAt } = account
  const own = isPasswordAccount(account, linked.length)
    ? [{ providerId: 'password', uid: email ?? uid, email, displayName }]
    : []
  return {
    uid,
    displayName,
    photoURL: photoUrl,
    email,
    emailVerified,
    phoneNumber,
    tenantId,
    isAnonymous: own.length === 0 && linked.length === 0,
    providers: [
      ...own,
      ...linked.map((one) => ({
        providerId: one.providerId,
        uid: one.rawId,
        email: one.email,
        displayName: one.displayName,
      })),
    ],
    creationTime: createdAt.toISOString(),
    lastSignInTime: lastSignInAt.toISOString(),
  }
}
