import { HOUR_MS, SECOND_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import { sessionCookie } from '#server/platform/cookies.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { type AccountRow, type SessionRow, accountByUid } from './queries.ts'
import { hashOf, newSecret } from './secrets.ts'

const USED_AGAIN_MS = HOUR_MS / 2

export type NewSession = { uid: string; provider: string; secondFactor: string | null; signedInAt?: Date }

/** A sign-in on this device. The refresh token is handed out once and kept only as a hash. */
export async function startSession({ db, now, session }: Ctx, given: NewSession) {
  const { token, hash } = newSecret()
  const at = now()
  const row = await db
    .insertInto('session')
    .values({
      id: newId(),
      tokenHash: hash,
      signedInAt: at,
      ...given,
      device: session.device,
      createdAt: at,
      lastUsedAt: at,
      expiresAt: expiry(at),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { session: row, refreshToken: token }
}

export type Holder = { account: AccountRow; session: SessionRow }

/** Whoever holds this refresh token. An ended session is told apart from rubbish: clients sign out only for the first. */
export async function holderOfRefreshToken(
  ctx: Pick<Ctx, 'db' | 'now'>,
  token: string,
): Promise<Holder & { renewed: boolean }> {
  const { db, now } = ctx
  const session = await db.selectFrom('session').selectAll().where('tokenHash', '=', hashOf(token)).executeTakeFirst()
  if (!session) throw new Refusal('invalid-refresh-token')
  const holder = await holderOf(ctx, session.uid, session)
  const renewed = now().getTime() - session.lastUsedAt.getTime() > USED_AGAIN_MS
  if (renewed) {
    await db
      .updateTable('session')
      .set({ lastUsedAt: now(), expiresAt: expiry(now()) })
      .where('id', '=', session.id)
      .execute()
  }
  return { ...holder, renewed }
}

/** Whoever holds this ID token, if it is one of ours and its session goes on. */
export async function holderOfIdToken(ctx: Pick<Ctx, 'db' | 'now' | 'tokens'>, token: string): Promise<Holder> {
  const { sub, sid } = await ctx.tokens.verify(token)
  if (sid === undefined) throw new Refusal('invalid-user-token')
  const session = await ctx.db.selectFrom('session').selectAll().where('id', '=', sid).executeTakeFirst()
  return holderOf(ctx, sub, session)
}

async function holderOf({ db, now }: Pick<Ctx, 'db' | 'now'>, uid: string, session: SessionRow | undefined) {
  const account = await accountByUid(db, uid)
  if (!account) throw new Refusal('user-token-expired', { reason: 'gone' })
  if (account.disabledAt) throw new Refusal('user-disabled')
  if (!session || session.uid !== uid || session.endedAt || session.expiresAt <= now()) {
    throw new Refusal('user-token-expired')
  }
  return { account, session }
}

/** Signs out everywhere, or everywhere but in one session. What was only begun ends with the sessions. */
export async function endSessions({ db, now }: Pick<Ctx, 'db' | 'now'>, uid: string, except?: string | null) {
  let ending = db.updateTable('session').set({ endedAt: now() }).where('uid', '=', uid).where('endedAt', 'is', null)
  if (except) ending = ending.where('id', '!=', except)
  await ending.execute()
  await db.deleteFrom('ticket').where('uid', '=', uid).execute()
  await db
    .updateTable('mailCode')
    .set({ usedAt: now() })
    .where('uid', '=', uid)
    .where('kind', '=', 'change')
    .where('usedAt', 'is', null)
    .execute()
  if (!except) await db.updateTable('account').set({ validSince: now() }).where('uid', '=', uid).execute()
}

/** Ends one session of this account; false when it has no such one. */
export async function endSession({ db, now }: Pick<Ctx, 'db' | 'now'>, uid: string, id: string) {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ endedAt: now() })
    .where('id', '=', id)
    .where('uid', '=', uid)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends the session of the browser that asks, wherever else its cookie was copied to. */
export async function endOwnSession({ db, now, session }: Ctx) {
  if (!session.token) return
  await db
    .updateTable('session')
    .set({ endedAt: now() })
    .where('tokenHash', '=', hashOf(session.token))
    .where('endedAt', 'is', null)
    .execute()
}

export async function signOut(ctx: Ctx): Promise<{ signedIn: false }> {
  await endOwnSession(ctx)
  ctx.session.replace(null)
  return { signedIn: false }
}

function expiry(from: Date) {
  return new Date(from.getTime() + sessionCookie.seconds * SECOND_MS)
}
