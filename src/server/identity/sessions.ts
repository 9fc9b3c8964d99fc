import { sql } from 'kysely'
import { HOUR_MS, SECOND_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import { sessionCookie } from '#server/platform/cookies.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { type AccountRow, type SessionRow, accountByUid, sessionHolder } from './queries.ts'
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
  const tokenHash = hashOf(token)
  const holder = await sessionHolder(db, { tokenHash })
  if (!holder) {
    const left = await db.selectFrom('session').select('id').where('tokenHash', '=', tokenHash).executeTakeFirst()
    throw left ? new Refusal('user-token-expired', { reason: 'gone' }) : new Refusal('invalid-refresh-token')
  }
  requireLive(ctx, holder)
  const { account, session } = holder
  const renewed = now().getTime() - session.lastUsedAt.getTime() > USED_AGAIN_MS
  if (renewed) {
    await db
      .updateTable('session')
      .set({ lastUsedAt: now(), expiresAt: expiry(now()) })
      .where('id', '=', session.id)
      .execute()
  }
  return { account, session, renewed }
}

/** Whoever holds this ID token, if it is one of ours and its session goes on, with their person. */
export async function holderOfIdToken(ctx: Pick<Ctx, 'db' | 'now' | 'tokens'>, token: string) {
  const { sub, sid } = await ctx.tokens.verify(token)
  if (sid === undefined) throw new Refusal('invalid-user-token')
  const holder = await sessionHolder(ctx.db, { id: sid, uid: sub })
  if (!holder) {
    const account = await accountByUid(ctx.db, sub)
    if (account?.disabledAt) throw new Refusal('user-disabled')
    throw new Refusal('user-token-expired', account ? {} : { reason: 'gone' })
  }
  requireLive(ctx, holder)
  return holder
}

function requireLive({ now }: Pick<Ctx, 'now'>, { account, session }: Holder) {
  if (account.disabledAt) throw new Refusal('user-disabled')
  if (session.endedAt || session.expiresAt <= now()) throw new Refusal('user-token-expired')
}

/** Which of these sessions go on: not ended, not expired, of nobody who is disabled. */
export async function ongoingSessions({ db, now }: Pick<Ctx, 'db' | 'now'>, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('account', 'account.uid', 'session.uid')
    .innerJoin('person', 'person.uid', 'account.uid')
    .select('session.id')
    .where('session.id', '=', sql<string>`any(${ids}::text[])`)
    .where('session.endedAt', 'is', null)
    .where('session.expiresAt', '>', now())
    .where('account.disabledAt', 'is', null)
    .where('person.disabledAt', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
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
