import type { Ctx } from '#server/platform/ctx.ts'
import { hasAdmin } from './setup.ts'

/** The ways to sign in that this site offers. */
export async function waysToSignIn({ db, identity, addCacheTags }: Ctx) {
  addCacheTags('setup')
  const { methods, providers, policy } = identity
  return {
    password: methods.includes('password'),
    emailLink: methods.includes('email-link'),
    providers: providers.map(({ id, name }) => ({ id, name })),
    policy,
    setUp: await hasAdmin(db),
  }
}
