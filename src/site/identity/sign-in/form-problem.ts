import type { FormProblem } from '#site/ui/form.tsx'
import { listInvalidFields } from '#site/errors/form-errors.ts'
import { errorCode, errorMessage } from '#site/errors/messages.ts'

/** Codes that concern a single field. */
const fieldOf: Record<string, string> = {
  'invalid-email': 'email',
  'missing-email': 'email',
  'email-already-in-use': 'email',
  'user-not-found': 'email',
  'missing-password': 'password',
  'wrong-password': 'password',
  'invalid-credential': 'password',
  'password-does-not-meet-requirements': 'password',
  'invalid-verification-code': 'code',
  'handle-taken': 'handle',
}

/** Turns an error into messages beside the invalid fields, or one message above the form. `messages` has a key for each field of the form. */
export function toFormProblem(error: unknown, messages: Record<string, string>): FormProblem {
  const field = fieldOf[errorCode(error)]
  if (field !== undefined && Object.hasOwn(messages, field)) return { fields: { [field]: errorMessage(error) } }
  const named = listInvalidFields(error).filter(({ name }) => Object.hasOwn(messages, name))
  if (named.length === 0) return { message: errorMessage(error) }
  return { fields: Object.fromEntries(named.map(({ name }) => [name, messages[name] ?? errorMessage(error)])) }
}

/** For fields that fail schema validation, which has no error code of its own. */
export const fieldMessages = {
  name: 'Enter a name of up to 80 characters.',
  handle: 'Use 3 to 40 lowercase letters, digits and hyphens, such as ada-lovelace.',
  email: 'Enter a valid email address.',
  password: 'This password is too long.',
  code: 'Enter the six-digit code or a full recovery code.',
}
