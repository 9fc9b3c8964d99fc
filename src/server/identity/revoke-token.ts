import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { listProviders } from './find-accounts.ts'
import { revokeProviderToken } from './providers.ts'
import { readSessionId } from './refresh-tokens.ts'
import { endSession, holderOfIdToken } from './sessions.ts'
import { holderOfRefreshToken } from './token-rotation.ts'

type Request = { token: string; providerId: string; idToken: string | undefined }

/**
 * Revokes a refresh token of this site, which ends its session, or a token of a linked provider. Possession of the
 * refresh token is enough; revoking it again changes nothing.
 */
export async function revokeToken(ctx: Ctx, { token, providerId, idToken }: Request) {
  const caller = idToken === undefined ? null : await holderOfIdToken(ctx, idToken)
  if (readSessionId(ctx.vault, token) !== null) return endSessionOf(ctx, token, caller?.account.uid ?? null)
  if (!caller) throw new Refusal('invalid-user-token')
  const linked = await listProviders(ctx.db, caller.account.uid)
  if (!linked.some((provider) => provider.providerId === providerId)) throw new Refusal('operation-not-allowed')
  return revokeProviderToken(ctx, providerId, token)
}

async function endSessionOf(ctx: Ctx, token: string, uid: string | null) {
  try {
    const { account, session } = await holderOfRefreshToken(ctx, token)
    if (uid !== null && uid !== account.uid) throw new Refusal('invalid-user-token')
    await inTransaction(ctx, (tx) => endSession(tx, account.uid, session.id))
  } catch (error) {
    // It has ended already.
    if (error instanceof Refusal && error.code === 'user-token-expired') return
    throw error
  }
}
