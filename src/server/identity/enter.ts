import type { SignedIn } from '#contract/identity/identity.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { viewerOfUid } from './identify.ts'
import { rememberDevice } from './known-devices.ts'
import { type AccountRow, type SessionRow, factorOf } from './find-accounts.ts'
import { endOwnSession, startSession } from './sessions.ts'
import { issueTicket } from './tickets.ts'

/** Signed in, or asked for the second factor first. Not a refusal: what the first factor spent stays spent. */
export type Entry =
  | { kind: 'in'; account: AccountRow; session: SessionRow; refreshToken: string; isNew: boolean }
  | {
      kind: 'second-factor'
      account: AccountRow
      pending: string
      factor: { id: string; name: string; enrolledAt: Date }
    }

type How = {
  provider: string
  isNew?: boolean
  /** What stood for the second factor; null where none is asked for. Left out, the account decides. */
  secondFactor?: string | null
  /** When they showed who they are, if that was before. */
  signedInAt?: Date
}

/** How a session goes on under new tokens. It does not become a recent sign-in by that. */
export function sameSignIn({ provider, secondFactor, signedInAt }: SessionRow) {
  return { provider, secondFactor, signedInAt }
}

/** The end of every way to sign in. */
export async function enter(
  ctx: Ctx,
  account: AccountRow,
  { provider, isNew = false, secondFactor, signedInAt = ctx.now() }: How,
): Promise<Entry> {
  const { db, now } = ctx
  if (account.disabledAt) throw new Refusal('user-disabled')
  if (secondFactor === undefined) {
    const factor = await factorOf(db, account.uid)
    if (factor) {
      const ticket = await issueTicket(ctx, { kind: 'second-factor', uid: account.uid, data: { provider } })
      return { kind: 'second-factor', account, pending: ticket.token, factor }
    }
  }
  // The row decides, not what was read before: of a sign-in and a disabling at once, the disabling has the last word.
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ lastSignInAt: now() })
    .where('uid', '=', account.uid)
    .where('disabledAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('user-disabled')
  const session = { uid: account.uid, provider, secondFactor: secondFactor ?? null, signedInAt }
  const started = await startSession(ctx, session)
  return { kind: 'in', account: { ...account, lastSignInAt: now() }, ...started, isNew }
}

/** For our own pages: the refresh token becomes the cookie, and whatever session the browser had before is over. */
export async function admit(ctx: Ctx, entry: Entry): Promise<SignedIn> {
  if (entry.kind === 'second-factor') {
    const { id, name } = entry.factor
    throw new Refusal('multi-factor-auth-required', { pending: entry.pending, factors: [{ id, name }] })
  }
  const viewer = await viewerOfUid(ctx, entry.account.uid)
  if (!viewer) throw new Refusal('user-disabled')
  await endOwnSession(ctx)
  ctx.session.replace(entry.refreshToken)
  rememberDevice(ctx, entry.account.uid)
  return { viewer, isNew: entry.isNew }
}
