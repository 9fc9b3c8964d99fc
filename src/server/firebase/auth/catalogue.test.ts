import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { refusals } from '#contract/errors.ts'

/** The identity codes of the specification, and the test in this folder that covers each. */
const catalogue: [code: string, file: string, test: string][] = [
  ['invalid-email', 'client-sign-in', 'is refused for a taken or invalid address, and without a password'],
  ['wrong-password', 'client-sign-in', 'reveals whether the address or the password was wrong if the owner allows it'],
  ['missing-password', 'client-sign-in', 'does not reveal whether the address or the password was wrong'],
  ['invalid-credential', 'client-sign-in', 'does not reveal whether the address or the password was wrong'],
  ['email-already-in-use', 'client-sign-in', 'of two concurrent sign-ups with one address, one succeeds'],
  ['user-not-found', 'client-sign-in', 'reveals whether the address or the password was wrong if the owner allows it'],
  ['too-many-requests', 'client-sign-in', 'wrong passwords for one address are counted across processes'],
  ['expired-action-code', 'client-mail', 'expires after an hour'],
  ['invalid-action-code', 'client-mail', 'accepts the emailed code once'],
  [
    'requires-recent-login',
    'client-account',
    'cannot be changed long after sign-in, or to one that the policy refuses',
  ],
  ['user-token-expired', 'client-account', 'can be changed, which renews this session and ends the others'],
  ['user-disabled', 'client-account', 'of a disabled account ends, and a new sign-in is refused'],
  ['password-does-not-meet-requirements', 'client-sign-in', 'is set by the operator'],
  ['operation-not-allowed', 'client-sign-in', 'a disabled sign-in method is refused'],
  ['network-request-failed', 'bad-input', 'a server error looks like a network failure, so clients stay signed in'],
  ['multi-factor-auth-required', 'client-factors', 'requires the password and a code, which works once'],
  ['unauthorized-domain', 'bad-input', 'only pages of an authorized domain may use the helper page'],
]

/** Codes that only the client produces. The last two are about popups, which need a browser. */
const clientSide = ['network-request-failed', 'popup-blocked', 'popup-closed-by-user']

test.each(catalogue)('%s is covered by a test', async (code, file, name) => {
  const source = await readFile(new URL(`./${file}.test.ts`, import.meta.url), 'utf8')
  expect(source).toContain(`test('${name}'`)
  expect(source).toMatch(new RegExp(`(refusedWith\\('|auth/)${code}'`))
})

test('the server defines exactly the codes that are not client-side', () => {
  const codes = [...catalogue.map(([code]) => code), ...clientSide]
  expect(new Set(codes).size).toBe(19)
  for (const code of codes) expect([code, code in refusals]).toEqual([code, !clientSide.includes(code)])
})
