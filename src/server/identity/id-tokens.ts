import type { Ctx } from '#server/platform/ctx.ts'
import { SECOND_MS } from '#contract/constants.ts'
import { type ProviderRow, providersOf } from './find-accounts.ts'
import type { Holder } from './sessions.ts'

/** An ID token for this session, with the claims that clients of the hosted service read. */
export async function issueIdToken(
  { db, tokens }: Pick<Ctx, 'db' | 'tokens'>,
  { account, session }: Holder,
  known?: ProviderRow[],
) {
  const { uid, email, displayName, photoUrl, phoneNumber, emailVerified } = account
  const linked = known ?? (await providersOf(db, uid))
  const identities = {
    ...(email && { email: [email] }),
    ...Object.fromEntries(linked.map(({ providerId, rawId }) => [providerId, [rawId]])),
  }
  // A passkey is both factors in one; clients know only apps as a second.
  const second = session.provider !== 'passkey' &&
    session.secondFactor && {
      sign_in_second_factor: 'totp',
      second_factor_identifier: session.secondFactor,
    }
  return tokens.issue({
    sub: uid,
    user_id: uid,
    sid: session.id,
    auth_time: Math.floor(session.signedInAt.getTime() / SECOND_MS),
    ...(displayName && { name: displayName }),
    ...(photoUrl && { picture: photoUrl }),
    ...(phoneNumber && { phone_number: phoneNumber }),
    ...(email ? { email, email_verified: emailVerified } : {}),
    ...(session.provider === 'anonymous' && { provider_id: 'anonymous' }),
    firebase: { sign_in_provider: session.provider, identities, ...second },
  })
}
