import { expect, test } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import { uploadSentenceOf } from './sentences.ts'
import { StorageError, errorByStatus } from './storage-error.ts'

/** Section 8 of the specification, written out by hand. */
const catalogue = [
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

test.each(catalogue)('%s has a sentence', (code) => {
  expect(uploadSentenceOf(new StorageError(code))).toMatch(/^[A-Z].*\.$/)
})

test('what is too large, and what the library or the line refuse, have theirs', () => {
  expect(uploadSentenceOf(errorByStatus(413))).toBe('That is larger than we take.')
  expect(uploadSentenceOf(new Refusal('unsupported-file'))).toBe('We do not take files of this kind.')
  expect(uploadSentenceOf(new TypeError('offline'))).toContain('could not reach the server')
})
