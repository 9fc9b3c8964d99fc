import { sql } from 'kysely'
import { SECOND_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import { sessionCookie } from '#server/platform/cookies.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { type AccountRow, type SessionRow, accountByUid, hasToken, sessionHolder } from './find-accounts.ts'
import { firstToken } from './refresh-tokens.ts'
import { hashOf } from './secrets.ts'

export type NewSession = { uid: string; provider: string; secondFactor: string | null; signedInAt?: Date }

/** A sign-in on this device. The refresh token is handed out once and stored only as a hash. */
export async function startSession(ctx: Ctx, given: NewSession) {
  const { db, now, session, vault } = ctx
  const id = newId()
  const token = firstToken(vault, id)
  const at = now()
  const row = await db
    .insertInto('session')
    .values({
      id,
      tokenHash: hashOf(token),
      signedInAt: at,
      ...given,
      device: session.device,
      createdAt: at,
      lastUsedAt: at,
      expiresAt: expiryOf(ctx, given.signedInAt ?? at),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { session: row, refreshToken: token }
}

export type Holder = { account: AccountRow; session: SessionRow }

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

export function requireLive({ now }: Pick<Ctx, 'now'>, { account, session }: Holder) {
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
    .where(hasToken(hashOf(session.token)))
    .where('endedAt', 'is', null)
    .execute()
}

export async function signOut(ctx: Ctx): Promise<{ signedIn: false }> {
  await endOwnSession(ctx)
  ctx.session.replace(null)
  return { signedIn: false }
}

/** Two months after its last use, and never later than the site's limit after the sign-in. */
export function expiryOf({ now, identity }: Pick<Ctx, 'now' | 'identity'>, signedInAt: Date) {
  const unused = now().getTime() + sessionCookie.seconds * SECOND_MS
  return new Date(Math.min(unused, signedInAt.getTime() + identity.sessionMs))
}

/** Applies a limit that was lowered, or is new, to the sessions there are. */
export async function capSessions({ db, identity }: Pick<Ctx, 'db' | 'identity'>) {
  const last = sql<Date>`signed_in_at + ${identity.sessionMs}::float8 * interval '1 millisecond'`
  await db.updateTable('session').set({ expiresAt: last }).where('expiresAt', '>', last).execute()
}
