import type { PasswordPolicy } from './identity.ts'

export const passwordSymbols = [...'^$*.[]{}()?"!@#%&/\\,><\':;|_~']

export type PasswordRule = 'minLength' | 'maxLength' | 'lowercase' | 'uppercase' | 'numeric' | 'symbol'

/** The rules of the policy, and whether the password meets each. No zod here, because the browser runs this too. */
export function evaluatePassword(policy: PasswordPolicy, password: string) {
  const { length } = [...password]
  const rules: { rule: PasswordRule; required: boolean; met: boolean }[] = [
    { rule: 'minLength', required: true, met: length >= policy.minLength },
    { rule: 'maxLength', required: true, met: length <= policy.maxLength },
    { rule: 'lowercase', required: policy.lowercase, met: /\p{Ll}/u.test(password) },
    { rule: 'uppercase', required: policy.uppercase, met: /\p{Lu}/u.test(password) },
    { rule: 'numeric', required: policy.numeric, met: /\p{Nd}/u.test(password) },
    { rule: 'symbol', required: policy.symbol, met: passwordSymbols.some((symbol) => password.includes(symbol)) },
  ]
  return rules.filter(({ required }) => required)
}
