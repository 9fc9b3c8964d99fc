import { identify } from '#server/identity/identify.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Caller } from './policy.ts'

/** Null without a token. An invalid token is refused, never treated as missing. */
export async function getCaller(ctx: Ctx): Promise<(NonNullable<Caller> & { sessionId: string | null }) | null> {
  if (ctx.session.bearer === null) return null
  const identified = await identify(ctx, false)
  return { viewer: identified?.viewer ?? null, sessionId: identified?.signedIn.sessionId ?? null }
}
