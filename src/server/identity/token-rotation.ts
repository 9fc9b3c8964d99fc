import { HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type SessionRow, findHolder } from './find-accounts.ts'
import { deriveNextToken, readSessionId } from './refresh-tokens.ts'
import { hashSecret } from './secrets.ts'
import { type Holder, sessionExpiry, requireActiveSession } from './sessions.ts'

const ROTATE_AFTER_MS = HOUR_MS / 2
/** Other tabs may have requests in flight with the previous token. */
const GRACE_MS = MINUTE_MS

type Rotating = Pick<SessionRow, 'tokenHash' | 'seenAt'>

/** Expects the session's current or previous token. */
export function isTokenAccepted({ now }: Pick<Ctx, 'now'>, session: Rotating, tokenHash: Buffer) {
  if (session.tokenHash.equals(tokenHash) || session.seenAt === null) return true
  return now().getTime() - session.seenAt.getTime() < GRACE_MS
}

/** The first use of a new token starts the grace period of the previous one. */
export async function markTokenSeen(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  session: Rotating & Pick<SessionRow, 'id' | 'rotatedAt'>,
  tokenHash: Buffer,
) {
  if (session.rotatedAt === null || session.seenAt !== null || !session.tokenHash.equals(tokenHash)) return
  await db
    .updateTable('session')
    .set({ seenAt: now() })
    .where('id', '=', session.id)
    .where('tokenHash', '=', tokenHash)
    .execute()
}

type Asking = Pick<Ctx, 'db' | 'now' | 'log' | 'vault'>

/**
 * An ended session and an unknown token have different codes: clients sign out only for the first. Reuse of a replaced
 * token means that the old or the new one was stolen, so the session ends.
 */
export async function holderOfRefreshToken(ctx: Asking, token: string): Promise<Holder> {
  const tokenHash = hashSecret(token)
  const holder = await findHolder(ctx.db, { tokenHash })
  if (!holder) throw await explainUnknownToken(ctx, token)
  requireActiveSession(ctx, holder)
  const { session } = holder
  if (!isTokenAccepted(ctx, session, tokenHash)) throw await revokeSession(ctx, session.id)
  await markTokenSeen(ctx, session, tokenHash)
  return holder
}

async function explainUnknownToken(ctx: Asking, token: string) {
  const id = readSessionId(ctx.vault, token)
  const found = await ctx.db
    .selectFrom('session')
    .leftJoin('account', 'account.uid', 'session.uid')
    .select(['session.id', 'session.endedAt', 'account.uid as owner'])
    .where((eb) => (id === null ? eb('session.tokenHash', '=', hashSecret(token)) : eb('session.id', '=', id)))
    .executeTakeFirst()
  if (!found) return new Refusal('invalid-refresh-token')
  if (found.owner === null) return new Refusal('user-token-expired', { reason: 'gone' })
  return found.endedAt ? new Refusal('user-token-expired') : revokeSession(ctx, found.id)
}

async function revokeSession({ db, now, log }: Asking, id: string) {
  const ended = await db
    .updateTable('session')
    .set({ endedAt: now() })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .returning('uid')
    .executeTakeFirst()
  if (ended) log.warn({ event: 'refresh-token-reused', uid: ended.uid, session: id }, 'session revoked')
  return new Refusal('user-token-expired')
}

/** Extends a client's session. The token does not change: several windows share it, and the Firebase API promises it. */
export async function renewSession(ctx: Pick<Ctx, 'db' | 'now' | 'identity'>, { session }: Holder) {
  if (!isRotationDue(ctx, session)) return
  await ctx.db.updateTable('session').set(renewal(ctx, session)).where('id', '=', session.id).execute()
}

/** The browser's new token; null if the current one stays. */
export async function rotateToken(
  ctx: Pick<Ctx, 'db' | 'now' | 'identity' | 'vault'>,
  { session }: Holder,
  token: string,
): Promise<string | null> {
  const { db, now, vault } = ctx
  const given = hashSecret(token)
  const next = deriveNextToken(vault, session.id, token)
  const update = db.updateTable('session').where('id', '=', session.id).where('endedAt', 'is', null)
  if (session.tokenHash.equals(given)) {
    if (!isRotationDue(ctx, session)) return null
    const { numUpdatedRows } = await update
      .set({
        tokenHash: hashSecret(next),
        previousHash: given,
        rotatedAt: now(),
        seenAt: null,
        ...renewal(ctx, session),
      })
      .where('tokenHash', '=', given)
      .executeTakeFirst()
    return numUpdatedRows > 0n ? next : null
  }
  // The previous token: the response with the new one is in flight to another tab, was used, or was lost.
  const waited = now().getTime() - (session.rotatedAt?.getTime() ?? 0)
  if (session.seenAt !== null || waited < GRACE_MS) return null
  const { numUpdatedRows } = await update
    .set({ tokenHash: hashSecret(next) })
    .where('previousHash', '=', given)
    .where('seenAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? next : null
}

function isRotationDue({ now }: Pick<Ctx, 'now'>, { lastUsedAt }: SessionRow) {
  return now().getTime() - lastUsedAt.getTime() > ROTATE_AFTER_MS
}

function renewal(ctx: Pick<Ctx, 'now' | 'identity'>, { signedInAt }: SessionRow) {
  return { lastUsedAt: ctx.now(), expiresAt: sessionExpiry(ctx, signedInAt) }
}
