/** Every way the server says no. The code is the contract; the words may change. */
export const refusals = {
  'invalid': { status: 400, message: 'Some of that was not right.' },
  'malformed': { status: 400, message: 'That request could not be read.' },
  'sign-in-needed': { status: 401, message: 'Sign in to do that.' },
  'not-allowed': { status: 403, message: 'You may not do that.' },
  'not-found': { status: 404, message: 'We could not find that.' },
  'wrong-method': { status: 405, message: 'That address does not take this kind of request.' },
  'timed-out': { status: 408, message: 'The request took too long to arrive.' },
  'already-set-up': { status: 409, message: 'This site already has an admin.' },
  'handle-taken': { status: 409, message: 'Somebody has that handle, or the site needs it. Choose another.' },
  'maxretry': { status: 409, message: 'Others were changing the same thing. Please try again.' },
  'wrong-state': { status: 409, message: 'The story has moved on since you opened it.' },
  'version-conflict': { status: 409, message: 'Somebody else saved this in the meantime.' },
  'slug-taken': { status: 409, message: 'Another story has that address. Choose another.' },
  'not-ready': { status: 409, message: 'Something is missing before this can be published.' },
  'gone': { status: 410, message: 'This story was removed.' },
  'unreachable': { status: 422, message: 'That address gave us nothing we could use.' },
  'link-expired': { status: 410, message: 'That link was used or has expired.' },
  'too-large': { status: 413, message: 'That is larger than we take.' },
  'address-too-long': { status: 414, message: 'That address is too long.' },
  'wrong-type': { status: 415, message: 'Send JSON, with the content type application/json.' },
  'too-many-requests': { status: 429, message: 'That was a lot at once. Please wait a moment and try again.' },
  'headers-too-large': { status: 431, message: 'The request headers are too large.' },
  'unavailable': { status: 503, message: 'The site is unavailable right now. Try again in a few seconds.' },

  // Media and storage.
  'unsupported-file': { status: 400, message: 'We do not take files of this kind.' },
  'broken-file': { status: 400, message: 'That file is damaged or is not what its name says.' },
  'picture-too-large': { status: 400, message: 'That picture has too many pixels. Make it smaller and try again.' },
  'invalid-checksum': { status: 400, message: 'The file changed on its way here. Try again.' },
  'invalid-format': { status: 400, message: 'That is not what its format says.' },
  'invalid-argument': { status: 400, message: 'That name or number is not one we can use.' },
  'in-use': { status: 409, message: 'This is used somewhere. Say that you mean it, and it is deleted.' },
  'wrong-offset': { status: 400, message: 'That piece does not follow the last one.' },
  'quota-exceeded': { status: 402, message: 'There is no room left. Delete something, or ask for more.' },
  'bucket-not-found': { status: 404, message: 'There is no such bucket.' },
  'object-not-found': { status: 404, message: 'There is no such object.' },

  // Identity: the catalogue of section 8, and the few more that its calls need.
  'invalid-email': { status: 400, message: 'That does not look like an email address.' },
  'missing-email': { status: 400, message: 'Enter your email address.' },
  'missing-password': { status: 400, message: 'Enter your password.' },
  'wrong-password': { status: 400, message: 'That password is not right. Try again, or reset it.' },
  'user-not-found': { status: 400, message: 'Nobody has an account with that address. Check it, or sign up.' },
  'invalid-credential': {
    status: 400,
    message: 'The address and the password do not match. Try again, or reset your password.',
  },
  'email-already-in-use': { status: 400, message: 'An account with that address exists. Sign in instead.' },
  'credential-already-in-use': { status: 400, message: 'That is already linked to another account.' },
  'account-exists-with-different-credential': {
    status: 400,
    message: 'An account with that address exists. Sign in the way you usually do, then link this one.',
  },
  'password-does-not-meet-requirements': { status: 400, message: 'That password does not meet the requirements.' },
  'operation-not-allowed': { status: 400, message: 'That way of signing in is not offered here.' },
  'admin-restricted-operation': { status: 400, message: 'Only the people who run this site can do that.' },
  'expired-action-code': { status: 400, message: 'That link has expired. Ask for a new one.' },
  'invalid-action-code': { status: 400, message: 'That link was used already, or is incomplete. Ask for a new one.' },
  'requires-recent-login': { status: 400, message: 'Confirm that it is you, then try again.' },
  'user-token-expired': { status: 401, message: 'You have been signed out. Sign in again.' },
  'invalid-user-token': { status: 401, message: 'Your sign-in could not be read. Sign in again.' },
  'invalid-refresh-token': { status: 401, message: 'Your sign-in could not be read. Sign in again.' },
  'user-disabled': { status: 403, message: 'This account was disabled. Write to the people who run this site.' },
  'multi-factor-auth-required': { status: 401, message: 'Enter the code from your authenticator app.' },
  'invalid-multi-factor-session': { status: 400, message: 'That took too long. Sign in again.' },
  'multi-factor-info-not-found': { status: 400, message: 'That second factor is not on this account.' },
  'second-factor-already-in-use': { status: 400, message: 'This account has an authenticator app already.' },
  'invalid-verification-code': { status: 400, message: 'That code is not right. Wait for the next one and try again.' },
  'unverified-email': { status: 400, message: 'Confirm your email address first.' },
  'invalid-continue-uri': { status: 400, message: 'The address to go on to is not right.' },
  'unauthorized-continue-uri': { status: 400, message: 'The address to go on to is not one of this site’s.' },
  'missing-or-invalid-nonce': { status: 400, message: 'That answer was meant for another sign-in. Try again.' },
  'unauthorized-domain': { status: 403, message: 'This page may not use the sign-in of this site.' },
  'no-such-provider': { status: 400, message: 'That account is not linked.' },
} as const

export type RefusalCode = keyof typeof refusals

/** An expected no. Services throw it; one handler turns it into an answer. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly details: Record<string, unknown>

  constructor(code: RefusalCode, details: Record<string, unknown> = {}) {
    // A refusal that knows more than its code says it in its own words.
    super(typeof details['message'] === 'string' ? details['message'] : refusals[code].message)
    this.name = 'Refusal'
    this.code = code
    this.details = details
  }

  get status() {
    return refusals[this.code].status
  }
}

/** What travels when the answer is no. A fault has the code `fault` and no details. */
export type ErrorReply = {
  error: { code: RefusalCode | 'fault'; message: string; details: Record<string, unknown>; requestId: string }
}
