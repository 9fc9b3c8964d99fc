import { Refusal } from '#contract/errors.ts'
import { listUserRecords } from '#server/people/person-records.ts'
import type { Serve } from '#server/platform/api.ts'
import { findCode } from './action-codes.ts'
import { startBrowserSession } from './complete-sign-in.ts'
import {
  applyCode,
  sendPasswordReset,
  sendSignInLink,
  sendFirstVerification,
  resetPassword,
  signInWithLink,
} from './email-actions.ts'
import { issueSessionToken } from './id-tokens.ts'
import { endImpersonation } from './impersonation.ts'
import { passkeySignInOptions, signInWithPasskey } from './passkeys.ts'
import { signInWithIdentity } from './provider-sign-in.ts'
import { finishProviderSignIn } from './providers.ts'
import { toNextUrl } from './next-address.ts'
import { signInWithSecondFactor } from './second-factor.ts'
import { signInThroughService, signOut } from './service-sessions.ts'
import { setUp } from './setup.ts'
import { signInWithPassword, signUp } from './sign-in.ts'
import { listSignInMethods } from './sign-in-methods.ts'

const sent = { sent: true as const }

export function identityRoutes(serve: Serve) {
  serve('GET /api/viewer', ({ viewer }) => viewer)
  serve('GET /api/sign-in', (ctx) => listSignInMethods(ctx))
  serve('GET /api/password-policy', ({ identity }) => identity.policy)
  serve('POST /api/setup', (ctx, { body }) => setUp(ctx, body))
  serve('POST /api/sign-up', async (ctx, { body }) => {
    const result = await signUp(ctx, body)
    await sendFirstVerification(ctx, result)
    return startBrowserSession(ctx, result)
  })
  serve('POST /api/sign-in', async (ctx, { body }) => startBrowserSession(ctx, await signInWithPassword(ctx, body)))
  serve('POST /api/sign-in/second-factor', async (ctx, { body: { pending, code } }) =>
    startBrowserSession(ctx, await signInWithSecondFactor(ctx, pending, code)),
  )
  serve('POST /api/sign-in/link', async (ctx, { body }) => startBrowserSession(ctx, await signInWithLink(ctx, body)))
  serve('POST /api/sign-in/provider', async (ctx, { body: { requestUri, sessionId } }) =>
    startBrowserSession(ctx, await signInWithIdentity(ctx, await finishProviderSignIn(ctx, requestUri, sessionId))),
  )
  serve('POST /api/sign-in/service', (ctx, { body }) => signInThroughService(ctx, body.refreshToken))
  serve('POST /api/sign-in/passkey/options', (ctx) => passkeySignInOptions(ctx))
  serve('POST /api/sign-in/passkey', async (ctx, { body }) =>
    startBrowserSession(ctx, await signInWithPasskey(ctx, body)),
  )
  serve('POST /api/session/token', (ctx) => issueSessionToken(ctx))
  serve('POST /api/sign-out', async (ctx) => {
    if (ctx.session.viewAs) await endImpersonation(ctx)
    return signOut(ctx)
  })
  serve('GET /api/users', async (ctx, { query: { uid } }) => {
    if (uid !== ctx.viewer.uid) throw new Refusal('not-found')
    return listUserRecords(ctx, uid)
  })
  serve('POST /api/mailed/reset', async (ctx, { body }) => {
    await sendPasswordReset(ctx, body.email)
    return sent
  })
  serve('POST /api/mailed/sign-in', async (ctx, { body: { email, next } }) => {
    await sendSignInLink(ctx, email, toNextUrl(ctx.site, next))
    return sent
  })
  serve('POST /api/mailed/look', async (ctx, { body }) => {
    const { kind, email, newEmail } = await findCode(ctx, body.code)
    // A sign-in link must not reveal the email it was sent to.
    return { kind, email: kind === 'sign-in' ? null : email, newEmail }
  })
  serve('POST /api/mailed/apply', (ctx, { body }) => applyCode(ctx, body.code))
  serve('POST /api/mailed/password', async (ctx, { body }) => ({ email: await resetPassword(ctx, body) }))
}
