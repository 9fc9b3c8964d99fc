import * as shapes from '#contract/firebase/auth.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { linkIdentity, signInWithIdentity } from '#server/identity/provider-sign-in.ts'
import { type Identity, endVisit, identityFromToken } from '#server/identity/providers.ts'
import { accountByEmail, providersOf } from '#server/identity/find-accounts.ts'
import { holderOfIdToken } from '#server/identity/sessions.ts'
import type { z } from 'zod'
import type { HostedCall } from './call.ts'
import { HostedRefusal, hostedMessage } from './errors.ts'
import { signedIn } from './present.ts'

type Asked = z.output<typeof shapes.SignInWithIdp>

export const providerCalls: HostedCall[] = [
  {
    method: 'POST',
    path: 'v1/accounts:signInWithIdp',
    limit: 'sign-in',
    async run(ctx, body) {
      const asked = shapes.SignInWithIdp.parse(body)
      const identity = await identityIn(ctx, asked)
      const about = aboutIdentity(identity)
      try {
        const entry = asked.idToken
          ? await linkIdentity(ctx, await holderOfIdToken(ctx, asked.idToken), identity)
          : await signInWithIdentity(ctx, identity, { autoCreate: asked.autoCreate })
        return await signedIn(ctx, entry, { ...about, isNewUser: entry.kind === 'in' && entry.isNew })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (error.code === 'account-exists-with-different-credential') return needConfirmation(ctx, identity, about)
        // With the provider's tokens beside it, a client can offer to go on.
        if (asked.returnIdpCredential) return { ...about, errorMessage: hostedMessage(error) }
        throw error
      }
    },
  },
]

/** From what a client got by itself, or from the page that the provider led back to. */
async function identityIn(ctx: Ctx, { postBody, requestUri, sessionId }: Asked): Promise<Identity> {
  const given = new URLSearchParams((postBody ?? '').replace(/^&/, ''))
  try {
    const idToken = given.get('id_token')
    if (idToken) {
      return await identityFromToken(ctx, {
        providerId: given.get('providerId') ?? '',
        idToken,
        accessToken: given.get('access_token'),
        nonce: given.get('nonce'),
      })
    }
    return await endVisit(ctx, requestUri, sessionId ?? '')
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid-credential') throw new HostedRefusal('INVALID_IDP_RESPONSE')
    throw error
  }
}

function aboutIdentity({ providerId, rawId, email, emailVerified, name, firstName, lastName, ...identity }: Identity) {
  return {
    kind: 'identitytoolkit#VerifyAssertionResponse',
    providerId,
    federatedId: rawId,
    ...(email && { email }),
    emailVerified,
    ...(name && { displayName: name, fullName: name }),
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    ...(identity.photoUrl && { photoUrl: identity.photoUrl }),
    rawUserInfo: JSON.stringify(identity.claims),
    ...(identity.idToken && { oauthIdToken: identity.idToken }),
    ...(identity.accessToken && { oauthAccessToken: identity.accessToken }),
  }
}

/** Another account has the address, and the provider does not vouch for it: the person must show that both are theirs. */
async function needConfirmation({ db }: Ctx, { email }: Identity, about: Record<string, unknown>) {
  const account = email ? await accountByEmail(db, email) : undefined
  if (!account) throw new Refusal('invalid-credential')
  const linked = await providersOf(db, account.uid)
  const verifiedProvider = [
    ...(account.passwordHash ? ['password'] : []),
    ...linked.map(({ providerId }) => providerId),
  ]
  return { ...about, needConfirmation: true, localId: account.uid, verifiedProvider }
}
