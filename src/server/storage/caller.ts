import { identify } from '#server/identity/identify.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Asker } from './rules.ts'

/** Whoever sent the token, or null when none came. A bad one is refused, never taken for none. */
export async function askerOf(ctx: Ctx): Promise<(NonNullable<Asker> & { sessionId: string | null }) | null> {
  if (ctx.session.bearer === null) return null
  const identified = await identify(ctx, false)
  return { viewer: identified?.viewer ?? null, sessionId: identified?.signedIn.sessionId ?? null }
}
