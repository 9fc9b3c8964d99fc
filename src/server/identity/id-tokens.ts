import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { SECOND_MS } from '#contract/constants.ts'
import { isAuthorizedOrigin } from './continue-url.ts'
import { type ProviderRow, listProviders } from './find-accounts.ts'
import { presentFields } from './present.ts'
import { refreshServiceSession } from './service-sessions.ts'
import type { Holder } from './sessions.ts'
import { holderOfRefreshToken, rotateToken } from './token-rotation.ts'

/** Carries the claims that Firebase clients read. */
export async function issueIdToken(
  { db, tokens, identity, site }: Pick<Ctx, 'db' | 'tokens' | 'identity' | 'site'>,
  { account, session }: Holder,
  known?: ProviderRow[],
) {
  const { uid, email, displayName, photoUrl, phoneNumber, emailVerified } = account
  const linked = known ?? (await listProviders(db, uid))
  const identities = {
    ...(email && { email: [email] }),
    ...Object.fromEntries(linked.map(({ providerId, rawId }) => [providerId, [rawId]])),
  }
  // A passkey counts as both factors, but clients only know TOTP as a second one.
  const second = session.provider !== 'passkey' &&
    session.secondFactor && {
      sign_in_second_factor: 'totp',
      second_factor_identifier: session.secondFactor,
    }
  return tokens.issue({
    sub: uid,
    user_id: uid,
    sid: session.id,
    // Another site accepts only tokens that name it, and only authorized ones are named.
    ...(isAuthorizedOrigin({ identity, site }, session.origin) && { azp: session.origin }),
    auth_time: Math.floor(session.signedInAt.getTime() / SECOND_MS),
    ...(displayName && { name: displayName }),
    ...(photoUrl && { picture: photoUrl }),
    ...(phoneNumber && { phone_number: phoneNumber }),
    ...(email ? { email, email_verified: emailVerified } : {}),
    ...(session.provider === 'anonymous' && { provider_id: 'anonymous' }),
    firebase: { sign_in_provider: session.provider, identities, ...second },
  })
}

/** For the session in the cookie, whose refresh token is rotated when due. */
export async function issueSessionToken(ctx: Ctx) {
  const { session } = ctx
  if (!session.token) throw new Refusal('sign-in-needed')
  const holder = await holderOfCookie(ctx, session.token).catch((error: unknown) => {
    // Clears an unknown token. An ended session's cookie stays: another tab may be about to replace it.
    if (error instanceof Refusal && error.code === 'invalid-refresh-token') session.replace(null)
    throw error
  })
  const linked = await listProviders(ctx.db, holder.account.uid)
  const { token, expiresAt, account } = await freshToken(ctx, holder, linked)
  // Not on every call: a late response would overwrite a newer cookie.
  const next = await rotateToken(ctx, holder, session.token)
  if (next) session.replace(next)
  return { token, expiresAt: expiresAt.toISOString(), account: presentFields(account, linked) }
}

/** Refuses the refresh token of a session that was started on another site. */
async function holderOfCookie(ctx: Ctx, token: string) {
  const holder = await holderOfRefreshToken(ctx, token)
  if (holder.session.origin !== null) throw new Refusal('invalid-refresh-token')
  return holder
}

/** Of the identity service, if another site has that role: it also accepts the token for files. */
async function freshToken(ctx: Ctx, holder: Holder, linked: ProviderRow[]) {
  if (!ctx.identity.service) return { ...(await issueIdToken(ctx, holder, linked)), account: holder.account }
  const { idToken, expiresAt, account } = await refreshServiceSession(ctx, holder)
  return { token: idToken, expiresAt, account }
}
