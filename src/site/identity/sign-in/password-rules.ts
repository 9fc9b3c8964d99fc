import type { PasswordPolicy } from '#contract/identity/identity.ts'

/** The same set of symbols as on the server. */
const SYMBOLS = '^$*.[]{}()?"!@#%&/\\,><\':;|_~'

export type Rule = { name: string; met: boolean }

/** The policy as a checklist for this password. */
export function passwordRules(policy: PasswordPolicy, password: string): Rule[] {
  const { length } = [...password]
  return [
    [true, `At least ${policy.minLength} characters`, length >= policy.minLength],
    // Listed only once the limit is exceeded.
    [length > policy.maxLength, `At most ${policy.maxLength} characters`, false],
    [policy.lowercase, 'A lowercase letter', /\p{Ll}/u.test(password)],
    [policy.uppercase, 'An uppercase letter', /\p{Lu}/u.test(password)],
    [policy.numeric, 'A digit', /\p{Nd}/u.test(password)],
    [policy.symbol, 'A symbol such as ! or ?', [...SYMBOLS].some((symbol) => password.includes(symbol))],
  ].flatMap(([asked, name, met]) => (asked && typeof name === 'string' ? { name, met: met === true } : []))
}
