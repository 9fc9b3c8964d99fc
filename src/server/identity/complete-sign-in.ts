import type { SignedIn } from '#contract/identity/identity.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { findViewer } from './identify.ts'
import { acceptInvitation } from './invitations.ts'
import { rememberDevice } from './known-devices.ts'
import { type AccountRow, type SessionRow, findSecondFactor } from './find-accounts.ts'
import { endOwnSession, startSession } from './sessions.ts'
import { recordSecurityEvent } from './security-events.ts'
import { issueTicket } from './tickets.ts'

/** A second factor is a result and not a refusal: the transaction commits, so the first factor stays consumed. */
export type SignInResult =
  | { kind: 'signed-in'; account: AccountRow; session: SessionRow; refreshToken: string; isNew: boolean }
  | {
      kind: 'second-factor'
      account: AccountRow
      pending: string
      factor: { id: string; name: string; enrolledAt: Date }
    }

type SignInOptions = {
  /** The id of the new session. */
  id?: string
  provider: string
  isNew?: boolean
  /** The second factor that was used; null to skip it. If omitted, the account's setting applies. */
  secondFactor?: string | null
  /** When the credentials were checked, if that was earlier. */
  signedInAt?: Date
  /** Of a replaced session. If omitted, the origin of this request. */
  origin?: string | null
}

/** Carried over to a replacement session, which must not count as a recent sign-in. */
export function signInDetails({ provider, secondFactor, signedInAt, origin }: SessionRow) {
  return { provider, secondFactor, signedInAt, origin }
}

/** The last step of every sign-in method. */
export async function completeSignIn(
  ctx: Ctx,
  account: AccountRow,
  { id, provider, isNew = false, secondFactor, signedInAt = ctx.now(), origin }: SignInOptions,
): Promise<SignInResult> {
  const { db, now } = ctx
  if (account.disabledAt) throw new Refusal('user-disabled')
  if (secondFactor === undefined) {
    const factor = await findSecondFactor(db, account.uid)
    if (factor) {
      const ticket = await issueTicket(ctx, { kind: 'second-factor', uid: account.uid, data: { provider } })
      return { kind: 'second-factor', account, pending: ticket.token, factor }
    }
  }
  // Checks the row again: disabling the account wins over a concurrent sign-in.
  const { numUpdatedRows } = await db
    .updateTable('account')
    .set({ lastSignInAt: now() })
    .where('uid', '=', account.uid)
    .where('disabledAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('user-disabled')
  await acceptInvitation(ctx, account)
  const session = {
    uid: account.uid,
    provider,
    secondFactor: secondFactor ?? null,
    signedInAt,
    ...(id && { id }),
    ...(origin !== undefined && { origin }),
  }
  const started = await startSession(ctx, session)
  // A session with an origin replaces an earlier one, which was recorded.
  if (origin === undefined) {
    await recordSecurityEvent(ctx, account.uid, 'signed-in', {
      after: { method: provider, twoStep: Boolean(secondFactor) },
    })
  }
  return { kind: 'signed-in', account: { ...account, lastSignInAt: now() }, ...started, isNew }
}

/** For our own pages: puts the refresh token into the cookie and ends the browser's previous session. */
export async function startBrowserSession(ctx: Ctx, result: SignInResult): Promise<SignedIn> {
  if (result.kind === 'second-factor') {
    const { id, name } = result.factor
    throw new Refusal('multi-factor-auth-required', { pending: result.pending, factors: [{ id, name }] })
  }
  const viewer = await findViewer(ctx, result.account.uid)
  if (!viewer) throw new Refusal('user-disabled')
  await endOwnSession(ctx)
  ctx.session.replace(result.refreshToken)
  rememberDevice(ctx, result.account.uid)
  return { viewer, isNew: result.isNew }
}
