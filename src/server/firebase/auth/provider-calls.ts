import * as shapes from '#contract/firebase/auth.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { linkIdentity, signInWithIdentity } from '#server/identity/provider-sign-in.ts'
import { type Identity, finishProviderSignIn, verifyProviderToken } from '#server/identity/providers.ts'
import { findAccountByEmail, listProviders } from '#server/identity/find-accounts.ts'
import { holderOfIdToken } from '#server/identity/sessions.ts'
import type { z } from 'zod'
import type { AuthCall } from './auth-call.ts'
import { FirebaseAuthError, toAuthErrorMessage } from './errors.ts'
import { presentSignIn } from './present.ts'

type IdpRequest = z.output<typeof shapes.SignInWithIdp>

export const providerCalls: AuthCall[] = [
  {
    method: 'POST',
    path: 'v1/accounts:signInWithIdp',
    limit: 'sign-in',
    async run(ctx, body) {
      const request = shapes.SignInWithIdp.parse(body)
      const identity = await readIdentity(ctx, request)
      const about = presentIdentity(identity)
      try {
        const result = request.idToken
          ? await linkIdentity(ctx, await holderOfIdToken(ctx, request.idToken), identity)
          : await signInWithIdentity(ctx, identity, { autoCreate: request.autoCreate })
        return await presentSignIn(ctx, result, { ...about, isNewUser: result.kind === 'signed-in' && result.isNew })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (error.code === 'account-exists-with-different-credential') return needConfirmation(ctx, identity, about)
        // With the provider's tokens, a client can offer to link the accounts.
        if (request.returnIdpCredential) return { ...about, errorMessage: toAuthErrorMessage(error) }
        throw error
      }
    },
  },
]

/** From a credential the client obtained itself, or from the provider's callback. */
async function readIdentity(ctx: Ctx, { postBody, requestUri, sessionId }: IdpRequest): Promise<Identity> {
  const given = new URLSearchParams((postBody ?? '').replace(/^&/, ''))
  try {
    const idToken = given.get('id_token')
    if (idToken) {
      return await verifyProviderToken(ctx, {
        providerId: given.get('providerId') ?? '',
        idToken,
        accessToken: given.get('access_token'),
        nonce: given.get('nonce'),
      })
    }
    return await finishProviderSignIn(ctx, requestUri, sessionId ?? '')
  } catch (error) {
    if (error instanceof Refusal && error.code === 'invalid-credential')
      throw new FirebaseAuthError('INVALID_IDP_RESPONSE')
    throw error
  }
}

function presentIdentity({
  providerId,
  rawId,
  email,
  emailVerified,
  name,
  firstName,
  lastName,
  ...identity
}: Identity) {
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

/** Another account has the email and the provider did not verify it, so the person must sign in to that account first. */
async function needConfirmation({ db }: Ctx, { email }: Identity, about: Record<string, unknown>) {
  const account = email ? await findAccountByEmail(db, email) : undefined
  if (!account) throw new Refusal('invalid-credential')
  const linked = await listProviders(db, account.uid)
  const verifiedProvider = [
    ...(account.passwordHash ? ['password'] : []),
    ...linked.map(({ providerId }) => providerId),
  ]
  return { ...about, needConfirmation: true, localId: account.uid, verifiedProvider }
}
