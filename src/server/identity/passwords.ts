import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '#contract/errors.ts'
import type { PasswordPolicy } from '#contract/identity.ts'
import { missingIn } from './password-policy.ts'

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

/** Refuses a password that the site's policy does not allow, and says why. */
export function checkPassword(password: string, policy: PasswordPolicy) {
  if (password === '') throw new Refusal('missing-password')
  const missing = missingIn(password, policy)
  if (Buffer.byteLength(password) > LONGEST_BYTES) missing.push('Password is too long')
  if (missing.length > 0) throw new Refusal('password-does-not-meet-requirements', { missing })
}
