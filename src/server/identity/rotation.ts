import { HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { type SessionRow, sessionHolder } from './find-accounts.ts'
import { nextToken, sessionOfToken } from './refresh-tokens.ts'
import { hashOf } from './secrets.ts'
import { type Holder, expiryOf, requireLive } from './sessions.ts'

const ROTATE_AFTER_MS = HOUR_MS / 2
/** Requests of other windows may be on their way with the token before. */
const GRACE_MS = MINUTE_MS

type Rotating = Pick<SessionRow, 'tokenHash' | 'seenAt'>

/** Whether a token that is the session's present or previous one still counts. */
export function counts({ now }: Pick<Ctx, 'now'>, session: Rotating, tokenHash: Buffer) {
  if (session.tokenHash.equals(tokenHash) || session.seenAt === null) return true
  return now().getTime() - session.seenAt.getTime() < GRACE_MS
}

/** The first use of a new token: from now on the one before it only has its grace. */
export async function markSeen(
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
 * The account and session of a refresh token. An ended session and an unknown token have different codes: clients sign out
 * only for the first. A token that was replaced and is used all the same is a copy in other hands, or the owner's while a
 * thief has the new one: either way the session ends.
 */
export async function holderOfRefreshToken(ctx: Asking, token: string): Promise<Holder> {
  const tokenHash = hashOf(token)
  const holder = await sessionHolder(ctx.db, { tokenHash })
  if (!holder) throw await refusalOf(ctx, token)
  requireLive(ctx, holder)
  const { session } = holder
  if (!counts(ctx, session, tokenHash)) throw await revoked(ctx, session.id)
  await markSeen(ctx, session, tokenHash)
  return holder
}

async function refusalOf(ctx: Asking, token: string) {
  const id = sessionOfToken(ctx.vault, token)
  const found = await ctx.db
    .selectFrom('session')
    .leftJoin('account', 'account.uid', 'session.uid')
    .select(['session.id', 'session.endedAt', 'account.uid as owner'])
    .where((eb) => (id === null ? eb('session.tokenHash', '=', hashOf(token)) : eb('session.id', '=', id)))
    .executeTakeFirst()
  if (!found) return new Refusal('invalid-refresh-token')
  if (found.owner === null) return new Refusal('user-token-expired', { reason: 'gone' })
  return found.endedAt ? new Refusal('user-token-expired') : revoked(ctx, found.id)
}

async function revoked({ db, now, log }: Asking, id: string) {
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

/** Keeps a client's session going. Its token stays the same: several windows share it, and the contract promises it. */
export async function renewSession(ctx: Pick<Ctx, 'db' | 'now' | 'identity'>, { session }: Holder) {
  if (!isDue(ctx, session)) return
  await ctx.db.updateTable('session').set(renewal(ctx, session)).where('id', '=', session.id).execute()
}

/** The token that a browser gets in place of this one; null while it keeps it. */
export async function rotateToken(
  ctx: Pick<Ctx, 'db' | 'now' | 'identity' | 'vault'>,
  { session }: Holder,
  token: string,
): Promise<string | null> {
  const { db, now, vault } = ctx
  const given = hashOf(token)
  const next = nextToken(vault, session.id, token)
  const update = db.updateTable('session').where('id', '=', session.id).where('endedAt', 'is', null)
  if (session.tokenHash.equals(given)) {
    if (!isDue(ctx, session)) return null
    const { numUpdatedRows } = await update
      .set({ tokenHash: hashOf(next), previousHash: given, rotatedAt: now(), seenAt: null, ...renewal(ctx, session) })
      .where('tokenHash', '=', given)
      .executeTakeFirst()
    return numUpdatedRows > 0n ? next : null
  }
  // The previous one: the answer with the new one is on its way to another window, has been used, or was lost.
  const waited = now().getTime() - (session.rotatedAt?.getTime() ?? 0)
  if (session.seenAt !== null || waited < GRACE_MS) return null
  const { numUpdatedRows } = await update
    .set({ tokenHash: hashOf(next) })
    .where('previousHash', '=', given)
    .where('seenAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? next : null
}

function isDue({ now }: Pick<Ctx, 'now'>, { lastUsedAt }: SessionRow) {
  return now().getTime() - lastUsedAt.getTime() > ROTATE_AFTER_MS
}

function renewal(ctx: Pick<Ctx, 'now' | 'identity'>, { signedInAt }: SessionRow) {
  return { lastUsedAt: ctx.now(), expiresAt: expiryOf(ctx, signedInAt) }
}
