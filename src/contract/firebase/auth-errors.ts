import { Refusal, type RefusalCode } from '#contract/errors.ts'
import { weaknessMessages } from '#contract/identity/weak-passwords.ts'

const pairs: readonly (readonly [RefusalCode, string])[] = [
  ['invalid-email', 'INVALID_EMAIL'],
  ['missing-email', 'MISSING_EMAIL'],
  ['missing-password', 'MISSING_PASSWORD'],
  ['wrong-password', 'INVALID_PASSWORD'],
  ['user-not-found', 'EMAIL_NOT_FOUND'],
  ['invalid-credential', 'INVALID_LOGIN_CREDENTIALS'],
  ['email-already-in-use', 'EMAIL_EXISTS'],
  ['credential-already-in-use', 'FEDERATED_USER_ID_ALREADY_LINKED'],
  ['password-does-not-meet-requirements', 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS'],
  ['operation-not-allowed', 'OPERATION_NOT_ALLOWED'],
  ['admin-restricted-operation', 'ADMIN_ONLY_OPERATION'],
  ['expired-action-code', 'EXPIRED_OOB_CODE'],
  ['invalid-action-code', 'INVALID_OOB_CODE'],
  ['requires-recent-login', 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN'],
  ['user-token-expired', 'TOKEN_EXPIRED'],
  ['invalid-user-token', 'INVALID_ID_TOKEN'],
  ['invalid-refresh-token', 'INVALID_REFRESH_TOKEN'],
  ['user-disabled', 'USER_DISABLED'],
  ['invalid-multi-factor-session', 'INVALID_MFA_PENDING_CREDENTIAL'],
  ['multi-factor-info-not-found', 'MFA_ENROLLMENT_NOT_FOUND'],
  ['second-factor-already-in-use', 'SECOND_FACTOR_EXISTS'],
  ['invalid-verification-code', 'INVALID_CODE'],
  ['unverified-email', 'UNVERIFIED_EMAIL'],
  ['invalid-continue-uri', 'INVALID_CONTINUE_URI'],
  ['unauthorized-continue-uri', 'UNAUTHORIZED_DOMAIN'],
  ['missing-or-invalid-nonce', 'MISSING_OR_INVALID_NONCE'],
  ['too-many-requests', 'TOO_MANY_ATTEMPTS_TRY_LATER'],
]

/** Our codes as Firebase Auth error messages. */
export const authErrorMessages: ReadonlyMap<RefusalCode, string> = new Map(pairs)

const authErrorCodes = new Map(pairs.map(([code, message]) => [message, code]))

const SIGNED_OUT = new Set(['TOKEN_EXPIRED', 'USER_NOT_FOUND'])

/** The refusal for a Firebase Auth error message, which may have a text, such as `WEAK_PASSWORD : too common`. */
export function refusalForAuthMessage(message: string): Refusal {
  const [name = '', text] = message.split(' : ', 2)
  if (SIGNED_OUT.has(name)) return new Refusal('user-token-expired')
  if (name === 'WEAK_PASSWORD') return weakPasswordRefusal(text)
  const code = authErrorCodes.get(name)
  return new Refusal(code ?? 'operation-not-allowed')
}

function weakPasswordRefusal(text: string | undefined) {
  const [weak] = Object.entries(weaknessMessages).find(([, message]) => message === text) ?? []
  return new Refusal('password-does-not-meet-requirements', weak ? { weak } : {})
}
