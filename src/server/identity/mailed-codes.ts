import { HOUR_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { MailedKind } from '#contract/identity/identity.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { continueTo } from './continue-url.ts'
import { mailCode } from './mails.ts'
import { hashOf, newSecret } from './secrets.ts'

/** An hour to reset, a day for the rest. */
const lifeMs = (kind: MailedKind) => (kind === 'reset' ? 1 : 24) * HOUR_MS

/** The word for it in the links of the hosted service. */
export const modes: Record<MailedKind, string> = {
  'verify': 'verifyEmail',
  'reset': 'resetPassword',
  'sign-in': 'signIn',
  'change': 'verifyAndChangeEmail',
  'recover': 'recoverEmail',
}

export type NewCode = {
  kind: MailedKind
  uid: string | null
  email: string
  newEmail?: string | null
  /** Where the person wants to go afterwards; checked before it comes here. */
  continueUrl?: string | null
}

/** Makes a code and the mail that carries it. Inside a transaction. */
export async function sendCode(ctx: Ctx, { kind, uid, email, newEmail = null, continueUrl = null }: NewCode) {
  const { token: code, hash } = newSecret()
  const createdAt = ctx.now()
  const expiresAt = new Date(createdAt.getTime() + lifeMs(kind))
  await ctx.db
    .insertInto('mailCode')
    .values({ codeHash: hash, kind, uid, email, newEmail, createdAt, expiresAt })
    .execute()
  const to = kind === 'change' ? (newEmail ?? email) : email
  await mailCode(ctx, { kind, to, newEmail, code, link: linkFor(ctx, kind, code, continueUrl) })
}

/** A page of the site, or of the application that asked for the link, with all that a client reads from it. */
function linkFor({ site, identity }: Ctx, kind: MailedKind, code: string, continueUrl: string | null) {
  const query = new URLSearchParams({
    mode: modes[kind],
    oobCode: code,
    apiKey: identity.apiKey ?? 'bramble',
    lang: 'en',
  })
  if (continueUrl) query.set('continueUrl', continueUrl)
  const elsewhere = kind === 'sign-in' && continueUrl && continueTo(site, continueUrl) === null
  if (elsewhere) {
    const link = new URL(continueUrl)
    for (const [name, value] of query) link.searchParams.set(name, value)
    return link.href
  }
  const page = kind === 'reset' ? 'auth/passreset' : 'auth/emailconfirm'
  return `${site.origin}${site.base}${site.mode === 'hash' ? '#/' : ''}${page}?${query.toString()}`
}

export type FoundCode = {
  kind: MailedKind
  uid: string | null
  email: string
  newEmail: string | null
  createdAt: Date
}

/** What a code is for. Used ones and inventions are the same to us; those that ran out are told apart. */
export async function lookCodeUp({ db, now }: Pick<Ctx, 'db' | 'now'>, code: string): Promise<FoundCode> {
  const row = await db
    .selectFrom('mailCode')
    .select(['kind', 'uid', 'email', 'newEmail', 'createdAt', 'expiresAt', 'usedAt'])
    .where('codeHash', '=', hashOf(code))
    .executeTakeFirst()
  if (!row || row.usedAt) throw new Refusal('invalid-action-code')
  if (row.expiresAt <= now()) throw new Refusal('expired-action-code')
  const { kind, uid, email, newEmail, createdAt } = row
  return { kind, uid, email, newEmail, createdAt }
}

/** Spends a code of one of these kinds. Of two who use it at once, one does. Inside a transaction. */
export async function spendCode(
  ctx: Pick<Ctx, 'db' | 'now'>,
  code: string,
  kinds: readonly MailedKind[],
): Promise<FoundCode> {
  const found = await lookCodeUp(ctx, code)
  if (!kinds.includes(found.kind)) throw new Refusal('invalid-action-code')
  const { numUpdatedRows } = await ctx.db
    .updateTable('mailCode')
    .set({ usedAt: ctx.now() })
    .where('codeHash', '=', hashOf(code))
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('invalid-action-code')
  return found
}

/** Codes that an account's change has made pointless: a reset asked for before must not undo it. */
export async function cancelCodes(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  uid: string,
  kinds: readonly MailedKind[],
  madeAfter = new Date(0),
) {
  await db
    .updateTable('mailCode')
    .set({ usedAt: now() })
    .where('uid', '=', uid)
    .where('kind', 'in', kinds)
    .where('createdAt', '>', madeAfter)
    .where('usedAt', 'is', null)
    .execute()
}
