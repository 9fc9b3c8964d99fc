import type { PasswordPolicy } from '#contract/identity/identity.ts'

const symbols = '^$*.[]{}()?"!@#%&/\\,><\':;|_~'
export const allowedSymbols = [...symbols]

/** The wording is Firebase's: clients show these messages. */
export function listUnmetRequirements(password: string, policy: PasswordPolicy): string[] {
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
