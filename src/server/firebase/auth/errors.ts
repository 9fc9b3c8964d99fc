import { authErrorMessages } from '#contract/firebase/auth-errors.ts'
import { Refusal } from '#contract/errors.ts'

/** An error without a code of our own, because only Firebase clients can cause it. */
export class FirebaseAuthError extends Error {
  override readonly name = 'FirebaseAuthError'
}

export function toAuthErrorMessage(error: FirebaseAuthError | Refusal): string {
  if (error instanceof FirebaseAuthError) return error.message
  const { code, details } = error
  // Clients sign out for both. USER_NOT_FOUND means that the account was deleted.
  if (code === 'user-token-expired' && details['reason'] === 'gone') return 'USER_NOT_FOUND'
  const message = authErrorMessages.get(code)
  if (!message) return `INVALID_REQUEST : ${error.message}`
  const missing: unknown = details['missing']
  // The policy cannot express these reasons, so they have their own code.
  if (details['weak'] && Array.isArray(missing)) return `WEAK_PASSWORD : ${missing.join(', ')}`
  return Array.isArray(missing) ? `${message} : Missing password requirements: [${missing.join(', ')}]` : message
}

export function authErrorBody(status: number, message: string) {
  return { error: { code: status, message, errors: [{ message, domain: 'global', reason: 'invalid' }] } }
}
