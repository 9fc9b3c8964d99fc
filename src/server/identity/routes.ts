import { Refusal } from '#contract/errors.ts'
import { listUserRecords } from '#server/people/accounts.ts'
import type { Serve } from '#server/platform/api.ts'
import { admit } from './enter.ts'
import { applyCode, look, mailReset, mailSignIn, mailWelcome, resetPassword, signInWithLink } from './mailed.ts'
import { passkeySignInOptions, signInWithPasskey } from './passkeys.ts'
import { signInWithIdentity } from './provider-sign-in.ts'
import { endVisit } from './providers.ts'
import { nextAddress } from './next-address.ts'
import { signInWithSecondFactor } from './second-factor.ts'
import { mintToken } from './session-token.ts'
import { signOut } from './sessions.ts'
import { setUp } from './setup.ts'
import { signInWithPassword, signUp } from './sign-in.ts'
import { waysToSignIn } from './ways.ts'

const sent = { sent: true as const }

export function identityRoutes(serve: Serve) {
  serve('GET /api/viewer', ({ viewer }) => viewer)
  serve('GET /api/sign-in', (ctx) => waysToSignIn(ctx))
  serve('GET /api/password-policy', ({ identity }) => identity.policy)
  serve('POST /api/setup', (ctx, { body }) => setUp(ctx, body))
  serve('POST /api/sign-up', async (ctx, { body }) => {
    const entry = await signUp(ctx, body)
    await mailWelcome(ctx, entry)
    return admit(ctx, entry)
  })
  serve('POST /api/sign-in', async (ctx, { body }) => admit(ctx, await signInWithPassword(ctx, body)))
  serve('POST /api/sign-in/second-factor', async (ctx, { body: { pending, code } }) =>
    admit(ctx, await signInWithSecondFactor(ctx, pending, code)),
  )
  serve('POST /api/sign-in/link', async (ctx, { body }) => admit(ctx, await signInWithLink(ctx, body)))
  serve('POST /api/sign-in/provider', async (ctx, { body: { requestUri, sessionId } }) =>
    admit(ctx, await signInWithIdentity(ctx, await endVisit(ctx, requestUri, sessionId))),
  )
  serve('POST /api/sign-in/passkey/options', (ctx) => passkeySignInOptions(ctx))
  serve('POST /api/sign-in/passkey', async (ctx, { body }) => admit(ctx, await signInWithPasskey(ctx, body)))
  serve('POST /api/session/token', (ctx) => mintToken(ctx))
  serve('POST /api/sign-out', (ctx) => signOut(ctx))
  serve('GET /api/users', async (ctx, { query: { uid } }) => {
    if (uid !== ctx.viewer.uid) throw new Refusal('not-found')
    return listUserRecords(ctx, uid)
  })
  serve('POST /api/mailed/reset', async (ctx, { body }) => {
    await mailReset(ctx, body.email)
    return sent
  })
  serve('POST /api/mailed/sign-in', async (ctx, { body: { email, next } }) => {
    await mailSignIn(ctx, email, nextAddress(ctx.site, next))
    return sent
  })
  serve('POST /api/mailed/look', async (ctx, { body }) => {
    const { kind, email, newEmail } = await look(ctx, body.code)
    // Whoever holds only the link must know the address it was mailed to.
    return { kind, email: kind === 'sign-in' ? null : email, newEmail }
  })
  serve('POST /api/mailed/apply', (ctx, { body }) => applyCode(ctx, body.code))
  serve('POST /api/mailed/password', async (ctx, { body }) => ({ email: await resetPassword(ctx, body) }))
}
