import { expect, test, vi } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import { toFormProblem } from '#site/identity/sign-in/form-problem.ts'
import { StorageError, errorByResponse } from './storage-error.ts'
import { errorCode, errorMessage, messageForCode } from './messages.ts'

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

test.each(catalogue)('%s has a message', (code) => {
  expect(messageForCode(code)).toMatch(/^[A-Z].*\.$/)
})

test('a refusal with its own message shows that one', () => {
  expect(errorMessage(new Refusal('not-allowed', { message: 'You can’t disable your own account.' }))).toBe(
    'You can’t disable your own account.',
  )
})

test.each([
  [20, 'Try again in 20 seconds.'],
  [1, 'Try again in 1 second.'],
  [120, 'Try again in 2 minutes.'],
  [7200, 'Try again in 2 hours.'],
  [undefined, 'Try again in a moment.'],
])('too many attempts: the message says how long to wait (%s)', (retryAfter, words) => {
  expect(errorMessage(new Refusal('too-many-requests', { retryAfter }))).toContain(words)
})

test('network failures and server errors have different messages', () => {
  expect(errorMessage(new TypeError('Failed to fetch'))).toContain('couldn’t reach the server')
  const late = new DOMException('late', 'TimeoutError')
  expect([errorCode(late), errorMessage(late)]).toEqual(['time-out', expect.stringContaining('took too long')])
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const away = new TypeError('Failed to fetch')
  expect([errorCode(away), errorMessage(away)]).toEqual(['offline', expect.stringContaining('You’re offline')])
  expect(errorMessage(new Error('fault'))).toContain('on our side')
})

test('an error about a field is shown next to it, if the form has it', () => {
  const error = new Refusal('invalid-email')
  expect(toFormProblem(error, { email: '' })).toEqual({ fields: { email: error.message } })
  expect(toFormProblem(error, { password: '' })).toEqual({ message: error.message })
})

const storageCodes = [
  'unknown',
  'object-not-found',
  'bucket-not-found',
  'project-not-found',
  'quota-exceeded',
  'unauthenticated',
  'unauthorized',
  'unauthorized-app',
  'retry-limit-exceeded',
  'invalid-checksum',
  'canceled',
  'invalid-event-name',
  'invalid-url',
  'invalid-default-bucket',
  'no-default-bucket',
  'cannot-slice-blob',
  'server-file-wrong-size',
  'no-download-url',
  'invalid-argument',
  'app-deleted',
  'invalid-root-operation',
  'invalid-format',
  'internal-error',
  'unsupported-environment',
] as const

test.each(storageCodes)('the storage error %s has a message', (code) => {
  expect(errorMessage(new StorageError(code))).toMatch(/^[A-Z].*\.$/)
})

test('an upload that is too large, unsupported or offline has a message', () => {
  expect(errorMessage(errorByResponse({ status: 413, text: '' }))).toBe('This file is too large.')
  expect(errorMessage(new Refusal('unsupported-file'))).toMatch(/not supported.*JPEG.*PDF.*MP4.*MP3.*plain text/)
  expect(errorMessage(new Refusal('unsupported-file', { accepts: 'pictures' }))).toBe(
    'This file type is not supported here. Choose a JPEG, PNG, WebP, AVIF or GIF picture.',
  )
  expect(errorMessage(new TypeError('offline'))).toContain('couldn’t reach the server')
})
