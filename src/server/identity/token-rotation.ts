import { HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { type SessionRow, findHolder } from './find-accounts.ts'
import { deriveNextToken, readSessionId } from './refresh-tokens.ts'
import { hashSecret } from './secrets.ts'
import { type Holder, endedSession, invalidateSession, sessionExpiry, requireActiveSession } from './sessions.ts'

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
  ctx: Ctx,
  session: Rotating & Pick<SessionRow, 'id' | 'rotatedAt'>,
  tokenHash: Buffer,
) {
  if (session.rotatedAt === null || session.seenAt !== null || !session.tokenHash.equals(tokenHash)) return
  await inTransaction(ctx, async ({ db, now, invalidate }) => {
    await db
      .updateTable('session')
      .set({ seenAt: now() })
      .where('id', '=', session.id)
      .where('tokenHash', '=', tokenHash)
      .execute()
    invalidate(`session:${session.id}`)
  })
}

/**
 * An ended session and an unknown token have different codes: clients sign out only for the first. Reuse of a replaced
 * token means that the old or the new one was stolen, so the session ends.
 */
export async function holderOfRefreshToken(ctx: Ctx, token: string): Promise<Holder> {
  const tokenHash = hashSecret(token)
  const holder = await findHolder(ctx.db, { tokenHash })
  if (!holder) throw await explainUnknownToken(ctx, token)
  requireActiveSession(ctx, holder)
  const { session } = holder
  if (!isTokenAccepted(ctx, session, tokenHash)) throw await revokeSession(ctx, session.id)
  await markTokenSeen(ctx, session, tokenHash)
  return holder
}

async function explainUnknownToken(ctx: Ctx, token: string) {
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

async function revokeSession(ctx: Ctx, id: string) {
  const ended = await inTransaction(ctx, async (tx) => {
    const row = await tx.db
      .updateTable('session')
      .set({ endedAt: tx.now() })
      .where('id', '=', id)
      .where('endedAt', 'is', null)
      .returning(endedSession)
      .executeTakeFirst()
    if (row) invalidateSession(tx, row)
    return row
  })
  if (ended) ctx.log.warn({ event: 'refresh-token-reused', uid: ended.uid, session: id }, 'session revoked')
  return new Refusal('user-token-expired')
}

/** Extends a client's session. The token does not change: several windows share it, and the Firebase API promises it. */
export async function renewSession(ctx: Ctx, { session }: Holder) {
  if (!isRotationDue(ctx, session)) return
  await inTransaction(ctx, async ({ db, invalidate }) => {
    await db.updateTable('session').set(renewal(ctx, session)).where('id', '=', session.id).execute()
    invalidate(`session:${session.id}`)
  })
}

/** The browser's new token; null if the current one stays. */
export async function rotateToken(ctx: Ctx, { session }: Holder, token: string): Promise<string | null> {
  const { now, vault } = ctx
  const given = hashSecret(token)
  const next = deriveNextToken(vault, session.id, token)
  const tokenHash = hashSecret(next)
  if (session.tokenHash.equals(given)) {
    if (!isRotationDue(ctx, session)) return null
    const rotated = { tokenHash, previousHash: given, rotatedAt: now(), seenAt: null, ...renewal(ctx, session) }
    return inTransaction(ctx, async (tx) => {
      const { numUpdatedRows } = await activeRow(tx, session)
        .set(rotated)
        .where('tokenHash', '=', given)
        .executeTakeFirst()
      tx.invalidate(`session:${session.id}`)
      return numUpdatedRows > 0n ? next : null
    })
  }
  // The previous token: the response with the new one is in flight to another tab, was used, or was lost.
  const waited = now().getTime() - (session.rotatedAt?.getTime() ?? 0)
  if (session.seenAt !== null || waited < GRACE_MS) return null
  return inTransaction(ctx, async (tx) => {
    const { numUpdatedRows } = await activeRow(tx, session)
      .set({ tokenHash })
      .where('previousHash', '=', given)
      .where('seenAt', 'is', null)
      .executeTakeFirst()
    tx.invalidate(`session:${session.id}`)
    return numUpdatedRows > 0n ? next : null
  })
}

function activeRow({ db }: Pick<Ctx, 'db'>, { id }: SessionRow) {
  return db.updateTable('session').where('id', '=', id).where('endedAt', 'is', null)
}

function isRotationDue({ now }: Pick<Ctx, 'now'>, { lastUsedAt }: SessionRow) {
  return now().getTime() - lastUsedAt.getTime() > ROTATE_AFTER_MS
}

function renewal(ctx: Pick<Ctx, 'now' | 'identity'>, { signedInAt }: SessionRow) {
  return { lastUsedAt: ctx.now(), expiresAt: sessionExpiry(ctx, signedInAt) }
}
