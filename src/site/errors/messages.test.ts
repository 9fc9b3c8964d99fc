import { expect, test } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import { problemOf } from '#site/identity/sign-in/form-problem.ts'
import { sentenceFor, sentenceOf } from './messages.ts'

/** Section 8 of the specification, written out by hand. */
const catalogue = [
  'invalid-email',
  'wrong-password',
  'missing-password',
  'invalid-credential',
  'email-already-in-use',
  'user-not-found',
  'too-many-requests',
  'expired-action-code',
  'invalid-action-code',
  'requires-recent-login',
  'user-token-expired',
  'user-disabled',
  'password-does-not-meet-requirements',
  'operation-not-allowed',
  'network-request-failed',
  'multi-factor-auth-required',
  'popup-blocked',
  'popup-closed-by-user',
  'unauthorized-domain',
]

test.each(catalogue)('%s has a sentence', (code) => {
  expect(sentenceFor(code)).toMatch(/^[A-Z].*\.$/)
})

test.each([
  [20, 'Wait 20 seconds'],
  [1, 'Wait 1 second '],
  [120, 'Wait 2 minutes'],
  [7200, 'Wait 2 hours'],
  [undefined, 'Please wait a moment'],
])('after too many attempts a person learns how long to wait (%s)', (retryAfter, words) => {
  expect(sentenceOf(new Refusal('too-many-requests', { retryAfter }))).toContain(words)
})

test('what never reached the server, and what went wrong there, are told apart', () => {
  expect(sentenceOf(new TypeError('Failed to fetch'))).toContain('could not reach the server')
  expect(sentenceOf(new DOMException('late', 'TimeoutError'))).toContain('could not reach the server')
  expect(sentenceOf(new Error('fault'))).toContain('on our side')
})

test('a code that speaks of a field stands beside it, if the form has it', () => {
  const error = new Refusal('invalid-email')
  expect(problemOf(error, { email: '' })).toEqual({ fields: { email: error.message } })
  expect(problemOf(error, { password: '' })).toEqual({ message: error.message })
})
