import type { PasswordPolicy } from '#contract/identity/identity.ts'
import { type PasswordRule, evaluatePassword } from '#contract/identity/password-rules.ts'

/** The wording is Firebase's: clients show these messages. */
const messages: Record<PasswordRule, (policy: PasswordPolicy) => string> = {
  minLength: ({ minLength }) => `Password must contain at least ${minLength} characters`,
  maxLength: ({ maxLength }) => `Password may contain at most ${maxLength} characters`,
  lowercase: () => 'Password must contain a lower case character',
  uppercase: () => 'Password must contain an upper case character',
  numeric: () => 'Password must contain a numeric character',
  symbol: () => 'Password must contain a non-alphanumeric character',
}

export function listUnmetRequirements(password: string, policy: PasswordPolicy): string[] {
  return evaluatePassword(policy, password)
    .filter(({ met }) => !met)
    .map(({ rule }) => messages[rule](policy))
}
