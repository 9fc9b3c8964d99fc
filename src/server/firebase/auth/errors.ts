import { Refusal, type RefusalCode } from '#contract/errors.ts'

/** Our codes as Firebase Auth error messages. */
const messages: Partial<Record<RefusalCode, string>> = {
  'invalid-email': 'INVALID_EMAIL',
  'missing-email': 'MISSING_EMAIL',
  'missing-password': 'MISSING_PASSWORD',
  'wrong-password': 'INVALID_PASSWORD',
  'user-not-found': 'EMAIL_NOT_FOUND',
  'invalid-credential': 'INVALID_LOGIN_CREDENTIALS',
  'email-already-in-use': 'EMAIL_EXISTS',
  'credential-already-in-use': 'FEDERATED_USER_ID_ALREADY_LINKED',
  'password-does-not-meet-requirements': 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS',
  'operation-not-allowed': 'OPERATION_NOT_ALLOWED',
  'admin-restricted-operation': 'ADMIN_ONLY_OPERATION',
  'expired-action-code': 'EXPIRED_OOB_CODE',
  'invalid-action-code': 'INVALID_OOB_CODE',
  'requires-recent-login': 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN',
  'user-token-expired': 'TOKEN_EXPIRED',
  'invalid-user-token': 'INVALID_ID_TOKEN',
  'invalid-refresh-token': 'INVALID_REFRESH_TOKEN',
  'user-disabled': 'USER_DISABLED',
  'invalid-multi-factor-session': 'INVALID_MFA_PENDING_CREDENTIAL',
  'multi-factor-info-not-found': 'MFA_ENROLLMENT_NOT_FOUND',
  'second-factor-already-in-use': 'SECOND_FACTOR_EXISTS',
  'invalid-verification-code': 'INVALID_CODE',
  'unverified-email': 'UNVERIFIED_EMAIL',
  'invalid-continue-uri': 'INVALID_CONTINUE_URI',
  'unauthorized-continue-uri': 'UNAUTHORIZED_DOMAIN',
  'missing-or-invalid-nonce': 'MISSING_OR_INVALID_NONCE',
  'too-many-requests': 'TOO_MANY_ATTEMPTS_TRY_LATER',
}

/** An error without a code of our own, because only Firebase clients can cause it. */
export class FirebaseAuthError extends Error {
  override readonly name = 'FirebaseAuthError'
}

export function toAuthErrorMessage(error: FirebaseAuthError | Refusal): string {
  if (error instanceof FirebaseAuthError) return error.message
  const { code, details } = error
  // Clients sign out for both. USER_NOT_FOUND means that the account was deleted.
  if (code === 'user-token-expired' && details['reason'] === 'gone') return 'USER_NOT_FOUND'
  const message = messages[code]
  if (!message) return `INVALID_REQUEST : ${error.message}`
  const missing: unknown = details['missing']
  // The policy cannot express these reasons, so they have their own code.
  if (details['weak'] && Array.isArray(missing)) return `WEAK_PASSWORD : ${missing.join(', ')}`
  return Array.isArray(missing) ? `${message} : Missing password requirements: [${missing.join(', ')}]` : message
}

export function authErrorBody(status: number, message: string) {
  return { error: { code: status, message, errors: [{ message, domain: 'global', reason: 'invalid' }] } }
}
