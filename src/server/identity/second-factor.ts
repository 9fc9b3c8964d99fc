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
import { type Entry, enter } from './enter.ts'
import { type AccountRow, accountByUid, factorOf, lockAccount } from './find-accounts.ts'
import { hashOf } from './secrets.ts'
import { issueTicket, readTicket, spendTicket } from './tickets.ts'

export const PERIOD_SECONDS = 30
export const CODE_DIGITS = 6
const RECOVERY_CODES = 10
const settings = { digits: CODE_DIGITS, period: PERIOD_SECONDS, algorithm: 'SHA1' }

const Enrolment = z.object({ secret: z.string() })
const Pending = z.object({ provider: z.string() })

/** Begins to add an authenticator app; nothing counts before it has shown a right code. */
export async function beginEnrolment(ctx: Ctx, account: AccountRow) {
  if (!account.emailVerified) throw new Refusal('unverified-email')
  if (await factorOf(ctx.db, account.uid)) throw new Refusal('second-factor-already-in-use')
  const secret = new Secret({ size: 20 }).base32
  const { token, expiresAt } = await issueTicket(ctx, { kind: 'enrolment', uid: account.uid, data: { secret } })
  const { name } = await getSite(ctx)
  const address = new TOTP({ issuer: name, label: account.email ?? account.uid, secret, ...settings }).toString()
  return { ticket: token, secret, address, expiresAt }
}

type Confirmation = { ticket: string; code: string; name: string }

/** Adds the app and makes recovery codes, which are shown this once. */
export async function confirmEnrolment(ctx: Ctx, account: AccountRow, { ticket, code, name }: Confirmation) {
  // Only someone who is signed in gets here, so strangers cannot use it up.
  await ctx.limits.take('codes', `enrolment ${account.uid}`)
  const begun = await readTicket(ctx, 'enrolment', ticket, Enrolment)
  if (!begun || begun.uid !== account.uid) throw new Refusal('invalid-multi-factor-session')
  const step = stepOf(begun.data.secret, code, ctx.now())
  if (step === null) throw new Refusal('invalid-verification-code')
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx.db, account.uid)
    if (await factorOf(tx.db, account.uid)) throw new Refusal('second-factor-already-in-use')
    if (!(await spendTicket(tx, ticket))) throw new Refusal('invalid-multi-factor-session')
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
    return { id, recoveryCodes: await replaceRecoveryCodes(tx, account.uid) }
  })
}

/** New recovery codes; the old ones stop working. Inside a transaction. */
export async function replaceRecoveryCodes({ db }: Pick<Ctx, 'db'>, uid: string): Promise<string[]> {
  await db.deleteFrom('recoveryCode').where('uid', '=', uid).execute()
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await db
    .insertInto('recoveryCode')
    .values(codes.map((code) => ({ uid, codeHash: hashOf(normal(code)) })))
    .execute()
  return codes
}

export async function removeFactor(ctx: Ctx, uid: string, id: string) {
  await inTransaction(ctx, async (tx) => {
    const gone = await tx.db.deleteFrom('secondFactor').where('uid', '=', uid).where('id', '=', id).executeTakeFirst()
    if (gone.numDeletedRows === 0n) throw new Refusal('multi-factor-info-not-found')
    await tx.db.deleteFrom('recoveryCode').where('uid', '=', uid).execute()
  })
}

/** Finishes a sign-in with a code of the app, or with a recovery code. Each is good once. */
export async function signInWithSecondFactor(
  ctx: Ctx,
  pending: string,
  code: string,
  factorId?: string,
): Promise<Entry> {
  const ticket = await readTicket(ctx, 'second-factor', pending, Pending)
  const account = ticket?.uid ? await accountByUid(ctx.db, ticket.uid) : undefined
  if (!ticket || !account) throw new Refusal('invalid-multi-factor-session')
  await limitAttempts(ctx, 'codes', { name: account.uid, uid: account.uid })
  return inTransaction(ctx, async (tx) => {
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
    const step = stepOf(secret, code, tx.now())
    if (step !== null && step > factor.lastStep) {
      await tx.db.updateTable('secondFactor').set({ lastStep: step }).where('id', '=', factor.id).execute()
    } else if (!(await spendRecoveryCode(tx, account.uid, code))) {
      throw new Refusal('invalid-verification-code')
    }
    if (!(await spendTicket(tx, pending))) throw new Refusal('invalid-multi-factor-session')
    return enter(tx, account, { provider: ticket.data.provider, secondFactor: factor.id })
  })
}

async function spendRecoveryCode({ db }: Pick<Ctx, 'db'>, uid: string, code: string) {
  const { numDeletedRows } = await db
    .deleteFrom('recoveryCode')
    .where('uid', '=', uid)
    .where('codeHash', '=', hashOf(normal(code)))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The time step a code belongs to: this one, or one to either side for clocks that drift. */
function stepOf(secret: string, code: string, now: Date): number | null {
  const token = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const timestamp = now.getTime()
  const delta = new TOTP({ secret, ...settings }).validate({ token, timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
}

function newRecoveryCode() {
  const text = randomBytes(8).toString('hex').slice(0, 10)
  return `${text.slice(0, 5)}-${text.slice(5)}`
}

function normal(code: string) {
  return code.toLowerCase().replace(/[^a-z0-9]/g, '')
}
