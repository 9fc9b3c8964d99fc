import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { findAccountByUid, issuersOf, listPasskeys, listProviders } from './find-accounts.ts'
import { hasAdmin } from './setup.ts'
import { getSignUpRules } from './sign-up-rules.ts'

/** Refuses, and so rolls back, a change that removes the last sign-in method. Call inside a transaction. */
export async function requireRemainingMethod({ db, identity }: Pick<Ctx, 'db' | 'identity'>, uid: string) {
  const { methods, providers } = identity
  const account = await findAccountByUid(db, uid)
  // A verified email can sign in by link, or reset the password.
  const byMail = methods.includes('email-link') || methods.includes('password')
  if (account?.emailVerified && byMail) return
  if (account?.passwordHash && methods.includes('password')) return
  const offered = (await listProviders(db, uid)).some(({ providerId, issuer }) =>
    providers.some((provider) => provider.id === providerId && issuersOf(provider).includes(issuer)),
  )
  const passkeys = methods.includes('passkey') ? await listPasskeys(db, uid) : []
  if (!offered && passkeys.length === 0) throw new Refusal('operation-not-allowed', { reason: 'last' })
}

export async function listSignInMethods({ db, identity, addCacheTags }: Ctx) {
  addCacheTags('setup', 'settings', 'sign-in')
  const { methods, providers, policy, service } = identity
  return {
    password: service !== null || methods.includes('password'),
    emailLink: methods.includes('email-link'),
    passkey: service === null && methods.includes('passkey'),
    providers: providers.map(({ id, name }) => ({ id, name })),
    policy,
    // The first admin of a site without accounts of its own is made with a command.
    setUp: service !== null || (await hasAdmin(db)),
    service: service?.url ?? null,
    signUp: await getSignUpRules({ db }),
  }
}
