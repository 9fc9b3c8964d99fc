import { RECENT_SIGN_IN_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { findAccountByUid, lockAccount, listProviders } from './find-accounts.ts'
import type { Holder } from './sessions.ts'

/** For changing the credentials. Refused where another service manages the accounts. */
export async function getOwnAccount(ctx: Ctx<Viewer>): Promise<Holder> {
  if (ctx.identity.service) throw new Refusal('operation-not-allowed')
  return getOwnHolder(ctx)
}

/** The caller's account and session. Refused where the tokens of an external issuer are accepted without a session. */
export async function getOwnHolder({ db, viewer, signedIn }: Ctx<Viewer>): Promise<Holder> {
  const account = await findAccountByUid(db, viewer.uid)
  const session = signedIn?.sessionId
    ? await db.selectFrom('session').selectAll().where('id', '=', signedIn.sessionId).executeTakeFirst()
    : undefined
  if (!account || !session) throw new Refusal('operation-not-allowed')
  return { account, session }
}

export function requireRecentSignIn({ now }: Pick<Ctx, 'now'>, { session }: Holder) {
  if (now().getTime() - session.signedInAt.getTime() > RECENT_SIGN_IN_MS) throw new Refusal('requires-recent-login')
}

/**
 * For adding an email credential. An account that has an email cannot get another one this way: changing it requires
 * confirmation by mail.
 */
export async function requireCanLinkEmail(ctx: Pick<Ctx, 'db' | 'now'>, holder: Holder, email: string) {
  const { account } = holder
  await requireRecentUnlessAnonymous(ctx, holder)
  if (account.email !== null && account.email !== email) throw new Refusal('operation-not-allowed')
}

/** For adding a sign-in method. An anonymous account cannot sign in again, so its session is enough. */
export async function requireRecentUnlessAnonymous(ctx: Pick<Ctx, 'db' | 'now'>, holder: Holder) {
  const { account } = holder
  const anonymous = account.email === null && (await listProviders(ctx.db, account.uid)).length === 0
  if (!anonymous) requireRecentSignIn(ctx, holder)
}

/**
 * Locks the account and checks again that the session is active: it may have ended during slow work such as hashing.
 * Call inside a transaction.
 */
export async function lockActiveSession({ db }: Pick<Ctx, 'db'>, { account, session }: Holder) {
  await lockAccount(db, account.uid)
  const live = await db
    .selectFrom('session')
    .select('id')
    .where('id', '=', session.id)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  if (!live) throw new Refusal('user-token-expired')
}

export async function getRecentAccount(ctx: Ctx<Viewer>): Promise<Holder> {
  const holder = await getOwnAccount(ctx)
  requireRecentSignIn(ctx, holder)
  return holder
}

/** For changes to what this site stores, which does not need to manage the account. */
export async function getRecentHolder(ctx: Ctx<Viewer>): Promise<Holder> {
  const holder = await getOwnHolder(ctx)
  requireRecentSignIn(ctx, holder)
  return holder
}
