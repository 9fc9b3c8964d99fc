import { RECENT_SIGN_IN_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { accountByUid, lockAccount, providersOf } from './find-accounts.ts'
import type { Holder } from './sessions.ts'

/** The account and the session of whoever asks. Where another service keeps accounts, there is none here to change. */
export async function ownAccount({ db, viewer, signedIn }: Ctx<Viewer>): Promise<Holder> {
  const account = await accountByUid(db, viewer.uid)
  const session = signedIn?.sessionId
    ? await db.selectFrom('session').selectAll().where('id', '=', signedIn.sessionId).executeTakeFirst()
    : undefined
  if (!account || !session) throw new Refusal('operation-not-allowed')
  return { account, session }
}

/** A dangerous change needs somebody who has just shown that it is them. */
export function requireRecent({ now }: Pick<Ctx, 'now'>, { session }: Holder) {
  if (now().getTime() - session.signedInAt.getTime() > RECENT_SIGN_IN_MS) throw new Refusal('requires-recent-login')
}

/**
 * The same for giving an address a way in. Whoever is anonymous has only the session to show; whoever has an address
 * keeps it, because a new one counts from when the mail to it was opened.
 */
export async function requireMayLink(ctx: Pick<Ctx, 'db' | 'now'>, holder: Holder, email: string) {
  const { account } = holder
  await requireRecentUnlessAnonymous(ctx, holder)
  if (account.email !== null && account.email !== email) throw new Refusal('operation-not-allowed')
}

/** For giving an account one more way in. Whoever is anonymous has only the session to show. */
export async function requireRecentUnlessAnonymous(ctx: Pick<Ctx, 'db' | 'now'>, holder: Holder) {
  const { account } = holder
  const anonymous = account.email === null && (await providersOf(ctx.db, account.uid)).length === 0
  if (!anonymous) requireRecent(ctx, holder)
}

/**
 * Locks the account and looks again whether the session goes on. What was checked before something slow, such as a hash,
 * may have ended meanwhile. Inside a transaction.
 */
export async function lockLive({ db }: Pick<Ctx, 'db'>, { account, session }: Holder) {
  await lockAccount(db, account.uid)
  const live = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', session.id)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  if (!live) throw new Refusal('user-token-expired')
}

/** The same, for whoever needs it and the account at once. */
export async function recentAccount(ctx: Ctx<Viewer>): Promise<Holder> {
  const holder = await ownAccount(ctx)
  requireRecent(ctx, holder)
  return holder
}
