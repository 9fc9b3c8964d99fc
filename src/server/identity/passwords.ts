import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '#contract/errors.ts'
import { findPersonByUid } from '#server/people/accounts.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { missingIn } from './password-policy.ts'
import { type PasswordOwner, type Weakness, weaknessOf } from './weak-passwords.ts'

// The library's defaults are argon2id with 19 MiB and two passes. A longer text would only be a way to keep us busy.
const LONGEST_BYTES = 4096

/** What passwords are compared with when nobody has the address, so that the answer takes as long. */
let nobody: Promise<string> | null = null

export function hashPassword(password: string): Promise<string> {
  return hash(password)
}

/** Takes the same time whether or not there is a hash to compare with. */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  if (Buffer.byteLength(password) > LONGEST_BYTES) return false
  nobody ??= hash('nobody has this password')
  const matches = await verify(stored ?? (await nobody), password)
  return matches && stored !== null && stored !== undefined
}

const sentences: Record<Weakness, string> = {
  common: 'Password must not be one of the most common passwords',
  personal: 'Password must not contain your email address, your handle or the name of the site',
}

/** Refuses a password that the site's policy does not allow, or that is easy to guess, and says why. */
export async function requireGoodPassword(ctx: Ctx, password: string, owner: PasswordOwner) {
  if (password === '') throw new Refusal('missing-password')
  const missing = missingIn(password, ctx.identity.policy)
  if (Buffer.byteLength(password) > LONGEST_BYTES) missing.push('Password is too long')
  if (missing.length > 0) throw new Refusal('password-does-not-meet-requirements', { missing })
  const weak = await weaknessOf(ctx, password, owner)
  if (weak) throw new Refusal('password-does-not-meet-requirements', { missing: [sentences[weak]], weak })
}

/** The same for an account that exists. */
export async function requireGoodPasswordFor(
  ctx: Ctx,
  password: string,
  { uid, email }: { uid: string; email: string | null },
) {
  const person = await findPersonByUid(ctx.db, uid)
  await requireGoodPassword(ctx, password, { email, handle: person?.handle ?? null })
}
