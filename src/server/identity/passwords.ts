import { hash, verify } from '@node-rs/argon2'
import { Refusal } from '#contract/errors.ts'
import type { PasswordPolicy } from '#contract/identity.ts'

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

const symbols = '^$*.[]{}()?"!@#%&/\\,><\':;|_~'
export const allowedSymbols = [...symbols]

/** What is missing, a sentence each, in the order of the policy. */
export function missingIn(password: string, policy: PasswordPolicy): string[] {
  const length = [...password].length
  return [
    length < policy.minLength && `Password must contain at least ${policy.minLength} characters`,
    length > policy.maxLength && `Password may contain at most ${policy.maxLength} characters`,
    policy.lowercase && !/\p{Ll}/u.test(password) && 'Password must contain a lower case character',
    policy.uppercase && !/\p{Lu}/u.test(password) && 'Password must contain an upper case character',
    policy.numeric && !/\p{Nd}/u.test(password) && 'Password must contain a numeric character',
    policy.symbol &&
      !allowedSymbols.some((symbol) => password.includes(symbol)) &&
      'Password must contain a non-alphanumeric character',
  ].filter((sentence) => typeof sentence === 'string')
}

/** Refuses a password that the site's policy does not allow, and says why. */
export function checkPassword(password: string, policy: PasswordPolicy) {
  if (password === '') throw new Refusal('missing-password')
  const missing = missingIn(password, policy)
  if (Buffer.byteLength(password) > LONGEST_BYTES) missing.push('Password is too long')
  if (missing.length > 0) throw new Refusal('password-does-not-meet-requirements', { missing })
}
