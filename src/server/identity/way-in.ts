import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { accountByUid, passkeysOf, providersOf } from './queries.ts'

/** Refuses, and so undoes, a change after which nobody could sign in to the account. Inside a transaction. */
export async function requireWayIn({ db }: Pick<Ctx, 'db'>, uid: string) {
  const account = await accountByUid(db, uid)
  // A confirmed address signs in by mail, so it counts as a way in.
  if (account?.passwordHash || account?.emailVerified) return
  const others = [...(await providersOf(db, uid)), ...(await passkeysOf(db, uid))]
  if (others.length === 0) throw new Refusal('operation-not-allowed', { reason: 'last' })
}
