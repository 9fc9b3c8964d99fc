import { HOUR_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { ActionKind } from '#contract/identity/identity.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { pathOnSite } from './continue-url.ts'
import { mailCode } from './action-mails.ts'
import { hashSecret, createSecret } from './secrets.ts'

/** One hour for a password reset, one day for the rest. */
const lifetimeMs = (kind: ActionKind) => (kind === 'reset' ? 1 : 24) * HOUR_MS

/** The `mode` parameter of Firebase action links. */
const linkModes: Record<ActionKind, string> = {
  'verify': 'verifyEmail',
  'reset': 'resetPassword',
  'sign-in': 'signIn',
  'change': 'verifyAndChangeEmail',
  'recover': 'recoverEmail',
}

type NewActionCode = {
  kind: ActionKind
  uid: string | null
  email: string
  newEmail?: string | null
  /** Already validated. */
  continueUrl?: string | null
}

/** Creates a code and queues the mail that carries it. Call inside a transaction. */
export async function sendCode(ctx: Ctx, { kind, uid, email, newEmail = null, continueUrl = null }: NewActionCode) {
  const { token: code, hash } = createSecret()
  const createdAt = ctx.now()
  const expiresAt = new Date(createdAt.getTime() + lifetimeMs(kind))
  await ctx.db
    .insertInto('mailCode')
    .values({ codeHash: hash, kind, uid, email, newEmail, createdAt, expiresAt })
    .execute()
  const to = kind === 'change' ? (newEmail ?? email) : email
  await mailCode(ctx, { kind, to, newEmail, code, link: buildLink(ctx, kind, code, continueUrl) })
}

/** Links to a page of the site, or of the app that requested it, with the parameters Firebase clients read. */
function buildLink({ site, identity }: Ctx, kind: ActionKind, code: string, continueUrl: string | null) {
  const query = new URLSearchParams({
    mode: linkModes[kind],
    oobCode: code,
    apiKey: identity.apiKey ?? 'bramble',
    lang: 'en',
  })
  if (continueUrl) query.set('continueUrl', continueUrl)
  const elsewhere = kind === 'sign-in' && continueUrl && pathOnSite(site, continueUrl) === null
  if (elsewhere) {
    const link = new URL(continueUrl)
    for (const [name, value] of query) link.searchParams.set(name, value)
    return link.href
  }
  const page = kind === 'reset' ? 'auth/passreset' : 'auth/emailconfirm'
  return `${site.origin}${site.base}${site.mode === 'hash' ? '#/' : ''}${page}?${query.toString()}`
}

type ActionCode = {
  kind: ActionKind
  uid: string | null
  email: string
  newEmail: string | null
  createdAt: Date
}

/** Does not consume the code. Used and unknown codes share one error; expired codes have their own. */
export async function findCode({ db, now }: Pick<Ctx, 'db' | 'now'>, code: string): Promise<ActionCode> {
  const row = await db
    .selectFrom('mailCode')
    .select(['kind', 'uid', 'email', 'newEmail', 'createdAt', 'expiresAt', 'usedAt'])
    .where('codeHash', '=', hashSecret(code))
    .executeTakeFirst()
  if (!row || row.usedAt) throw new Refusal('invalid-action-code')
  if (row.expiresAt <= now()) throw new Refusal('expired-action-code')
  const { kind, uid, email, newEmail, createdAt } = row
  return { kind, uid, email, newEmail, createdAt }
}

/** Of two concurrent uses, one succeeds. Call inside a transaction. */
export async function consumeCode(
  ctx: Pick<Ctx, 'db' | 'now'>,
  code: string,
  kinds: readonly ActionKind[],
): Promise<ActionCode> {
  const found = await findCode(ctx, code)
  if (!kinds.includes(found.kind)) throw new Refusal('invalid-action-code')
  const { numUpdatedRows } = await ctx.db
    .updateTable('mailCode')
    .set({ usedAt: ctx.now() })
    .where('codeHash', '=', hashSecret(code))
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('invalid-action-code')
  return found
}

/** Cancels codes that a change has made stale: an earlier reset must not undo it. */
export async function cancelCodes(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  uid: string,
  kinds: readonly ActionKind[],
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
