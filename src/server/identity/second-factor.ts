import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { placeOf } from '#server/platform/secrets/sealed-columns.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { getSite } from '#server/settings/site.ts'
import { limitAttempts } from './account-limits.ts'
import { type SignInResult, completeSignIn } from './complete-sign-in.ts'
import { type AccountRow, findAccountByUid, findSecondFactor, lockAccount } from './find-accounts.ts'
import { hashSecret } from './secrets.ts'
import { recordFailedSignIn, recordSecurityEvent } from './security-events.ts'
import { issueTicket, readTicket, consumeTicket } from './tickets.ts'

export const PERIOD_SECONDS = 30
export const CODE_DIGITS = 6
const RECOVERY_CODES = 10
const settings = { digits: CODE_DIGITS, period: PERIOD_SECONDS, algorithm: 'SHA1' }

const Enrolment = z.object({ secret: z.string() })
const Pending = z.object({ provider: z.string() })

/** The app is not active until a code is confirmed. */
export async function beginEnrolment(ctx: Ctx, account: AccountRow) {
  if (!account.emailVerified) throw new Refusal('unverified-email')
  if (await findSecondFactor(ctx.db, account.uid)) throw new Refusal('second-factor-already-in-use')
  const secret = new Secret({ size: 20 }).base32
  const { token, expiresAt } = await issueTicket(ctx, { kind: 'enrolment', uid: account.uid, data: { secret } })
  const { name } = await getSite(ctx)
  const address = new TOTP({ issuer: name, label: account.email ?? account.uid, secret, ...settings }).toString()
  return { ticket: token, secret, address, expiresAt }
}

type Confirmation = { ticket: string; code: string; name: string }

/** Adds the app and creates recovery codes, which are shown only once. */
export async function confirmEnrolment(ctx: Ctx, account: AccountRow, { ticket, code, name }: Confirmation) {
  // Requires a session, so strangers cannot exhaust this limit.
  await ctx.limits.take('codes', `enrolment ${account.uid}`)
  const begun = await readTicket(ctx, 'enrolment', ticket, Enrolment)
  if (!begun || begun.uid !== account.uid) throw new Refusal('invalid-multi-factor-session')
  const step = findTimeStep(begun.data.secret, code, ctx.now())
  if (step === null) throw new Refusal('invalid-verification-code')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx.db, account.uid)
    if (await findSecondFactor(tx.db, account.uid)) throw new Refusal('second-factor-already-in-use')
    if (!(await consumeTicket(tx, ticket))) throw new Refusal('invalid-multi-factor-session')
    const id = newId()
    await tx.db
      .insertInto('secondFactor')
      .values({
        id,
        uid: account.uid,
        name,
        secret: tx.vault.seal(placeOf('second_factor.secret', id), begun.data.secret),
        lastStep: step,
        enrolledAt: tx.now(),
      })
      .execute()
    await recordSecurityEvent(tx, account.uid, 'two-step-enabled')
    return { id, recoveryCodes: await replaceRecoveryCodes(tx, account.uid) }
  })
}

/** Invalidates the old codes. Call inside a transaction. */
export async function replaceRecoveryCodes({ db }: Pick<Ctx, 'db'>, uid: string): Promise<string[]> {
  await db.deleteFrom('recoveryCode').where('uid', '=', uid).execute()
  const codes = Array.from({ length: RECOVERY_CODES }, createRecoveryCode)
  await db
    .insertInto('recoveryCode')
    .values(codes.map((code) => ({ uid, codeHash: hashSecret(normalizeCode(code)) })))
    .execute()
  return codes
}

export async function removeFactor(ctx: Ctx, uid: string, id: string) {
  await inTransaction(ctx, async (tx) => {
    const gone = await tx.db.deleteFrom('secondFactor').where('uid', '=', uid).where('id', '=', id).executeTakeFirst()
    if (gone.numDeletedRows === 0n) throw new Refusal('multi-factor-info-not-found')
    await tx.db.deleteFrom('recoveryCode').where('uid', '=', uid).execute()
    await recordSecurityEvent(tx, uid, 'two-step-disabled')
  })
}

/** Accepts a code from the app or a recovery code. Each works once. */
export async function signInWithSecondFactor(
  ctx: Ctx,
  pending: string,
  code: string,
  factorId?: string,
): Promise<SignInResult> {
  const ticket = await readTicket(ctx, 'second-factor', pending, Pending)
  const account = ticket?.uid ? await findAccountByUid(ctx.db, ticket.uid) : undefined
  if (!ticket || !account) throw new Refusal('invalid-multi-factor-session')
  await limitAttempts(ctx, 'codes', { name: account.uid, uid: account.uid })
  const result = await inTransaction(ctx, async (tx) => {
    const factor = await tx.db
      .selectFrom('secondFactor')
      .selectAll()
      .where('uid', '=', account.uid)
      .forUpdate()
      .executeTakeFirst()
    if (!factor || (factorId !== undefined && factorId !== factor.id)) {
      throw new Refusal('multi-factor-info-not-found')
    }
    const secret = tx.vault.open(placeOf('second_factor.secret', factor.id), factor.secret)
    const step = findTimeStep(secret, code, tx.now())
    if (step !== null && step > factor.lastStep) {
      await tx.db.updateTable('secondFactor').set({ lastStep: step }).where('id', '=', factor.id).execute()
    } else if (!(await consumeRecoveryCode(tx, account.uid, code))) {
      return null
    }
    if (!(await consumeTicket(tx, pending))) throw new Refusal('invalid-multi-factor-session')
    return completeSignIn(tx, account, { provider: ticket.data.provider, secondFactor: factor.id })
  })
  if (result) return result
  await recordFailedSignIn(ctx, account.uid, 'second factor')
  throw new Refusal('invalid-verification-code')
}

async function consumeRecoveryCode({ db }: Pick<Ctx, 'db'>, uid: string, code: string) {
  const { numDeletedRows } = await db
    .deleteFrom('recoveryCode')
    .where('uid', '=', uid)
    .where('codeHash', '=', hashSecret(normalizeCode(code)))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Accepts the current time step and one to either side, for clock drift. */
function findTimeStep(secret: string, code: string, now: Date): number | null {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const timestamp = now.getTime()
  const delta = new TOTP({ secret, ...settings }).validate({ token, timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
}

function createRecoveryCode() {
  const text = randomBytes(8).toString('hex').slice(0, 10)
  return `${text.slice(0, 5)}-${text.slice(5)}`
}

function normalizeCode(code: string) {
  return code.toLowerCase().replace(/[^a-z0-9]/g, '')
}
