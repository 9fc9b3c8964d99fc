import { SECOND_MS } from '#contract/constants.ts'
import { Refusal, type RefusalCode } from '#contract/errors.ts'
import type { SignedIn } from '#contract/identity/identity.ts'
import { findPersonByUid } from '#server/people/person-records.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isUniqueViolation } from '#server/platform/errors.ts'
import { placeOf } from '#server/platform/secrets/sealed-columns.ts'
import type { Claims } from '#server/platform/tokens/tokens.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { ensurePerson } from './account-lifecycle.ts'
import { completeSignIn, startBrowserSession } from './complete-sign-in.ts'
import { type AccountRow, findAccountByEmail, findAccountByUid } from './find-accounts.ts'
import { refreshAtService, requireService, revokeAtService } from './identity-service.ts'
import { endOwnSession, endSession, type Holder } from './sessions.ts'

/** Anything else may be temporary. */
const ENDING: ReadonlySet<RefusalCode> = new Set([
  'user-token-expired',
  'user-disabled',
  'user-not-found',
  'invalid-refresh-token',
  'invalid-user-token',
])

/**
 * Signs the browser in with the refresh token of a session at the identity service. The session here has the id of the
 * one there, so that a session which has ended here cannot be started again with the same token.
 */
export async function signInThroughService(ctx: Ctx, refreshToken: string): Promise<SignedIn> {
  requireService(ctx)
  const { claims, refreshToken: latest } = await refreshAtService(ctx, refreshToken)
  const provider = claims.firebase?.sign_in_provider ?? 'password'
  if (provider === 'anonymous') throw new Refusal('operation-not-allowed')
  const id = claims.sid
  if (id === undefined) throw new Refusal('invalid-user-token')
  const result = await refuseCollision(() =>
    inTransaction(ctx, async (tx) => {
      const isNew = (await findPersonByUid(tx.db, claims.sub)) === null
      const account = await copyAccount(tx, claims)
      await ensurePerson(tx, account)
      const signedInAt = new Date(claims.auth_time * SECOND_MS)
      const started = await completeSignIn(tx, account, { id, provider, isNew, secondFactor: null, signedInAt })
      const token = tx.vault.seal(placeOf('service_session.token', id), latest)
      await tx.db.insertInto('serviceSession').values({ id, token }).execute()
      return started
    }),
  )
  return startBrowserSession(ctx, result)
}

/** A fresh ID token of the service. When the service has ended the session, it ends here too. */
export async function refreshServiceSession(ctx: Ctx, { account, session }: Holder) {
  const refreshToken = await openToken(ctx, session.id)
  if (refreshToken === null) throw new Refusal('user-token-expired')
  try {
    const tokens = await refreshAtService(ctx, refreshToken)
    if (tokens.claims.sub !== account.uid) throw new Refusal('user-token-expired')
    return { ...tokens, account: await inTransaction(ctx, (tx) => copyAccount(tx, tokens.claims)) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (!ENDING.has(error.code)) throw new Refusal('unavailable')
    await inTransaction(ctx, async (tx) => {
      await endSession(tx, account.uid, session.id)
      await tx.db.deleteFrom('serviceSession').where('id', '=', session.id).execute()
    })
    throw error.code === 'user-disabled' ? error : new Refusal('user-token-expired')
  }
}

/** Ends the browser's session, at the identity service too. */
export async function signOut(ctx: Ctx): Promise<{ signedIn: false }> {
  const uid = await endOwnSession(ctx)
  ctx.session.replace(null)
  if (uid !== null) await revokeEndedSessions(ctx, uid)
  return { signedIn: false }
}

/**
 * Ends the account's sessions that have ended here at the identity service too, and deletes their refresh tokens. Call
 * after the commit that ended them.
 */
export async function revokeEndedSessions(ctx: Ctx, uid: string) {
  const { db, identity, vault } = ctx
  if (!identity.service) return
  const ended = await db
    .deleteFrom('serviceSession')
    .using('session')
    .whereRef('session.id', '=', 'serviceSession.id')
    .where('session.uid', '=', uid)
    .where('session.endedAt', 'is not', null)
    .returning(['serviceSession.id', 'serviceSession.token'])
    .execute()
  const tokens = ended.map(({ id, token }) => vault.open(placeOf('service_session.token', id), token))
  await Promise.all(tokens.map((token) => revokeAtService(ctx, token)))
}

async function openToken({ db, vault }: Ctx, id: string) {
  const row = await db.selectFrom('serviceSession').select('token').where('id', '=', id).executeTakeFirst()
  return row ? vault.open(placeOf('service_session.token', id), row.token) : null
}

/** Copies the service's account data. Disabling is local. */
async function copyAccount({ db, now }: Ctx, claims: Claims): Promise<AccountRow> {
  const { sub: uid, email_verified: emailVerified = false } = claims
  const claimed = claims.email?.toLowerCase().slice(0, 320) ?? null
  const holder = claimed === null ? undefined : await findAccountByEmail(db, claimed)
  const other = holder && holder.uid !== uid ? holder : null
  // Only a verified address is proof that it has moved from another account.
  if (other && emailVerified)
    await db.updateTable('account').set({ email: null, emailVerified: false }).where('uid', '=', other.uid).execute()
  const email = other && !emailVerified ? null : claimed
  const known = await findAccountByUid(db, uid)
  const fields = { email, emailVerified: email !== null && emailVerified }
  if (known?.email === fields.email && known.emailVerified === fields.emailVerified) return known
  return db
    .insertInto('account')
    .values({
      uid,
      ...fields,
      displayName: claims.name?.slice(0, 256) ?? null,
      validSince: now(),
      createdAt: now(),
      lastSignInAt: now(),
    })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(fields))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Refuses a session that was started before, and a sign-in that collides with another one. */
async function refuseCollision<Result>(start: () => Promise<Result>): Promise<Result> {
  try {
    return await start()
  } catch (error) {
    if (isUniqueViolation(error, 'session_pkey')) throw new Refusal('user-token-expired')
    // Another sign-in stored the same email or person at the same moment.
    throw isUniqueViolation(error) ? new Refusal('maxretry') : error
  }
}
