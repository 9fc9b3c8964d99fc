import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { refusals } from '#contract/errors.ts'

/** The identity codes of the specification, and the test of this folder that reaches each. */
const catalogue: [code: string, file: string, test: string][] = [
  ['invalid-email', 'client-sign-in', 'is refused for an address that is taken or is none, and without a password'],
  ['wrong-password', 'client-sign-in', 'says which part was wrong where the owner allows it'],
  ['missing-password', 'client-sign-in', 'does not say which part was wrong'],
  ['invalid-credential', 'client-sign-in', 'does not say which part was wrong'],
  ['email-already-in-use', 'client-sign-in', 'of two who take one address at once, one gets it'],
  ['user-not-found', 'client-sign-in', 'says which part was wrong where the owner allows it'],
  ['too-many-requests', 'client-sign-in', 'wrong passwords for one address are counted, in every process'],
  ['expired-action-code', 'client-mail', 'must happen within an hour'],
  ['invalid-action-code', 'client-mail', 'takes the code of the mail, once'],
  [
    'requires-recent-login',
    'client-account',
    'is not changed by a sign-in of long ago, nor to one that the policy refuses',
  ],
  ['user-token-expired', 'client-account', 'is changed: this session goes on with new tokens, the others end'],
  ['user-disabled', 'client-account', 'of a disabled account is over, and no other begins'],
  ['password-does-not-meet-requirements', 'client-sign-in', 'is what the operator has set'],
  ['operation-not-allowed', 'client-sign-in', 'a way that the owner has switched off is refused'],
  [
    'network-request-failed',
    'bad-input',
    'a fault is no refusal: clients take it for passing trouble and stay signed in',
  ],
  ['multi-factor-auth-required', 'client-factors', 'takes the password and a code, which is good once'],
  ['unauthorized-domain', 'bad-input', 'only pages of an authorized domain may use the helper page'],
]

/** Said by the client alone. The last two are about windows, which only a browser has. */
const clientSide = ['network-request-failed', 'popup-blocked', 'popup-closed-by-user']

test.each(catalogue)('%s is reached', async (code, file, name) => {
  const source = await readFile(new URL(`./${file}.test.ts`, import.meta.url), 'utf8')
  expect(source).toContain(`test('${name}'`)
  expect(source).toMatch(new RegExp(`(refusedWith\\('|auth/)${code}'`))
})

test('the server has every code that is not the client’s own, and no code of the client’s', () => {
  const codes = [...catalogue.map(([code]) => code), ...clientSide]
  expect(new Set(codes).size).toBe(19)
  for (const code of codes) expect([code, code in refusals]).toEqual([code, !clientSide.includes(code)])
})
