import type { PasswordPolicy } from '#contract/identity/identity.ts'

/** The signs that count, as the server counts them. */
const SIGNS = '^$*.[]{}()?"!@#%&/\\,><\':;|_~'

export type Rule = { name: string; met: boolean }

/** What the policy asks of this password, in the words of a checklist. */
export function passwordRules(policy: PasswordPolicy, password: string): Rule[] {
  const { length } = [...password]
  return [
    [true, `At least ${policy.minLength} characters`, length >= policy.minLength],
    // Of no interest until somebody gets there.
    [length > policy.maxLength, `At most ${policy.maxLength} characters`, false],
    [policy.lowercase, 'A small letter', /\p{Ll}/u.test(password)],
    [policy.uppercase, 'A capital letter', /\p{Lu}/u.test(password)],
    [policy.numeric, 'A digit', /\p{Nd}/u.test(password)],
    [policy.symbol, 'A sign such as ! or ?', [...SIGNS].some((sign) => password.includes(sign))],
  ].flatMap(([asked, name, met]) => (asked && typeof name === 'string' ? { name, met: met === true } : []))
}
