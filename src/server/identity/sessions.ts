import { sql } from 'kysely'
import { SECOND_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import { sessionCookie } from '#server/platform/cookies.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { type AccountRow, type SessionRow, findAccountByUid, hasToken, findHolder } from './find-accounts.ts'
import { createRefreshToken } from './refresh-tokens.ts'
import { hashSecret } from './secrets.ts'

type NewSession = {
  id?: string
  uid: string
  provider: string
  secondFactor: string | null
  signedInAt?: Date
  origin?: string | null
}

/** The refresh token is returned once and stored only as a hash. */
export async function startSession(ctx: Ctx, given: NewSession) {
  const { db, now, session, vault } = ctx
  const id = given.id ?? newId()
  const token = createRefreshToken(vault, id)
  const at = now()
  const row = await db
    .insertInto('session')
    .values({
      tokenHash: hashSecret(token),
      signedInAt: at,
      device: session.device,
      origin: session.client?.origin ?? null,
      ...given,
      id,
      createdAt: at,
      lastUsedAt: at,
      expiresAt: sessionExpiry(ctx, given.signedInAt ?? at),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return { session: row, refreshToken: token }
}

export type Holder = { account: AccountRow; session: SessionRow }

/** The account, session and person of a valid ID token. Refuses the token of an ended session. */
export async function holderOfIdToken(ctx: Pick<Ctx, 'db' | 'now' | 'tokens'>, token: string) {
  const { sub, sid } = await ctx.tokens.verify(token)
  if (sid === undefined) throw new Refusal('invalid-user-token')
  const holder = await findHolder(ctx.db, { id: sid, uid: sub })
  if (!holder) {
    const account = await findAccountByUid(ctx.db, sub)
    if (account?.disabledAt) throw new Refusal('user-disabled')
    throw new Refusal('user-token-expired', account ? {} : { reason: 'gone' })
  }
  requireActiveSession(ctx, holder)
  return holder
}

export function requireActiveSession({ now }: Pick<Ctx, 'now'>, { account, session }: Holder) {
  if (account.disabledAt) throw new Refusal('user-disabled')
  if (session.endedAt || session.expiresAt <= now()) throw new Refusal('user-token-expired')
}

/** The sessions that have not ended or expired, of users who are not disabled. */
export async function findActiveSessions({ db, now }: Pick<Ctx, 'db' | 'now'>, ids: string[]): Promise<Set<string>> {
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

type Ending = Pick<Ctx, 'db' | 'now' | 'invalidate'>

/** The columns of an ended session that `invalidateSession` needs. */
export const endedSession = [
  'session.id',
  'session.uid',
  sql<string | null>`(select person.id from person where person.uid = session.uid)`.as('personId'),
] as const

/** The session no longer counts in any process. An account without a person has no personal state. */
export function invalidateSession(
  { invalidate }: Pick<Ctx, 'invalidate'>,
  { id, personId }: { id: string; personId: string | null },
) {
  invalidate(`session:${id}`)
  if (personId !== null) invalidate(`own:${personId}`)
}

/**
 * Ends all sessions of an account, except one if given, with their tickets and pending email changes. Call inside a
 * transaction.
 */
export async function endSessions(tx: Ending, uid: string, except?: string | null) {
  const { db, now } = tx
  let ending = db.updateTable('session').set({ endedAt: now() }).where('uid', '=', uid).where('endedAt', 'is', null)
  if (except) ending = ending.where('id', '!=', except)
  for (const ended of await ending.returning(endedSession).execute()) invalidateSession(tx, ended)
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

/** False if the account has no such session. Call inside a transaction. */
export async function endSession(tx: Ending, uid: string, id: string) {
  const ended = await tx.db
    .updateTable('session')
    .set({ endedAt: tx.now() })
    .where('id', '=', id)
    .where('uid', '=', uid)
    .where('endedAt', 'is', null)
    .returning(endedSession)
    .executeTakeFirst()
  if (ended) invalidateSession(tx, ended)
  return ended !== undefined
}

/** Ends the session on the server, so copies of the cookie stop working too. Returns the uid of its account. */
export async function endOwnSession(ctx: Ctx): Promise<string | null> {
  const { token } = ctx.session
  if (!token) return null
  return inTransaction(ctx, async (tx) => {
    const ended = await tx.db
      .updateTable('session')
      .set({ endedAt: tx.now() })
      .where(hasToken(hashSecret(token)))
      .where('endedAt', 'is', null)
      .returning(endedSession)
      .executeTakeFirst()
    if (ended) invalidateSession(tx, ended)
    return ended?.uid ?? null
  })
}

/** Two months after the last use, capped by the site's limit after sign-in. */
export function sessionExpiry({ now, identity }: Pick<Ctx, 'now' | 'identity'>, signedInAt: Date) {
  const unused = now().getTime() + sessionCookie.seconds * SECOND_MS
  return new Date(Math.min(unused, signedInAt.getTime() + identity.sessionMs))
}

/** Applies a lowered limit to existing sessions. */
export async function applySessionLimit({ db, identity }: Pick<Ctx, 'db' | 'identity'>) {
  const last = sql<Date>`signed_in_at + ${identity.sessionMs}::float8 * interval '1 millisecond'`
  await db.updateTable('session').set({ expiresAt: last }).where('expiresAt', '>', last).execute()
}
