import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { issueIdToken } from './id-tokens.ts'
import { presentFields } from './present.ts'
import { providersOf } from './find-accounts.ts'
import { holderOfRefreshToken, rotateToken } from './rotation.ts'

/** An ID token for the session of the cookie. The cookie's token is replaced now and then, and its time renewed. */
export async function mintToken(ctx: Ctx) {
  const { session } = ctx
  if (!session.token) throw new Refusal('sign-in-needed')
  const holder = await holderOfRefreshToken(ctx, session.token).catch((error: unknown) => {
    // Rubbish is not sent again. One that has ended may be about to be replaced by another tab's, so it is left alone.
    if (error instanceof Refusal && error.code === 'invalid-refresh-token') session.replace(null)
    throw error
  })
  const linked = await providersOf(ctx.db, holder.account.uid)
  const { token, expiresAt } = await issueIdToken(ctx, holder, linked)
  // Only now and then: an answer that comes late would put this cookie back over a newer one.
  const next = await rotateToken(ctx, holder, session.token)
  if (next) session.replace(next)
  return { token, expiresAt: expiresAt.toISOString(), account: presentFields(holder.account, linked) }
}
