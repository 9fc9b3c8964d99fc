import { Refusal } from '#contract/errors.ts'
import type { FormProblem } from '#site/ui/form.tsx'
import { errorCode, errorMessage } from '#site/errors/messages.ts'

/** Codes that speak of one field. */
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

/** What a form shows for an error: sentences beside the fields that were refused, or one above them all. `sentences` names the form's fields. */
export function toFormProblem(error: unknown, sentences: Record<string, string>): FormProblem {
  const field = fieldOf[errorCode(error)]
  if (field !== undefined && Object.hasOwn(sentences, field)) return { fields: { [field]: errorMessage(error) } }
  const named = invalidFields(error).filter((name) => Object.hasOwn(sentences, name))
  if (named.length === 0) return { message: errorMessage(error) }
  return { fields: Object.fromEntries(named.map((name) => [name, sentences[name] ?? errorMessage(error)])) }
}

/** The sentences for a field that the server could not even read. */
export const fieldMessages = {
  name: 'A name of one to eighty letters.',
  handle: 'Three to forty small letters, digits and hyphens, such as ada-lovelace.',
  email: 'That does not look like an email address.',
  password: 'That is longer than a password may be.',
  code: 'Six digits, or a whole recovery code.',
}

function invalidFields(error: unknown): string[] {
  const issues: unknown = error instanceof Refusal ? error.details['issues'] : null
  if (!Array.isArray(issues)) return []
  return issues.flatMap((issue: { path?: string[] }) => (issue.path?.[0] === 'body' ? (issue.path[1] ?? []) : []))
}
