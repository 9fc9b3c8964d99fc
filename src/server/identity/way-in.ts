import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { accountByUid, passkeysOf, providersOf } from './find-accounts.ts'

/** Refuses, and so undoes, a change after which nobody could sign in to the account. Inside a transaction. */
export async function requireWayIn({ db, identity }: Pick<Ctx, 'db' | 'identity'>, uid: string) {
  const { methods, providers } = identity
  const account = await accountByUid(db, uid)
  // A confirmed address signs in by mail, or by a password that is reset by mail.
  const byMail = methods.includes('email-link') || methods.includes('password')
  if (account?.emailVerified && byMail) return
  if (account?.passwordHash && methods.includes('password')) return
  const offered = (await providersOf(db, uid)).some(({ providerId }) => providers.some(({ id }) => id === providerId))
  const passkeys = methods.includes('passkey') ? await passkeysOf(db, uid) : []
  if (!offered && passkeys.length === 0) throw new Refusal('operation-not-allowed', { reason: 'last' })
}
