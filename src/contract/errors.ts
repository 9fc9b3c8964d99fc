/** Every expected error. Clients match on the code; messages may change. */
export const refusals = {
  'invalid': { status: 400, message: 'Check the highlighted fields.' },
  'malformed': { status: 400, message: 'The request could not be parsed.' },
  'sign-in-needed': { status: 401, message: 'Sign in to do that.' },
  'invalid-api-key': {
    status: 401,
    message: 'This API key is not valid. Ask an admin of the site for a new one.',
  },
  'not-allowed': { status: 403, message: 'You don’t have permission to do that.' },
  'scope-missing': {
    status: 403,
    message: 'This API key does not allow that. Create a key with the scope that the endpoint requires.',
  },
  'view-only': {
    status: 403,
    message: 'You are viewing the site as another person, which is read-only. Stop viewing to make changes.',
  },
  'banned': { status: 403, message: 'An editor has banned your account from responding and publishing.' },
  'not-found': { status: 404, message: 'Not found.' },
  'wrong-method': { status: 405, message: 'This method is not allowed here.' },
  'timed-out': { status: 408, message: 'The request timed out.' },
  'already-set-up': { status: 409, message: 'This site already has an admin.' },
  'handle-taken': { status: 409, message: 'This handle is not available. Choose another.' },
  'nodata': { status: 404, message: 'This has been deleted. Reload the page.' },
  'feature-off': { status: 404, message: 'This part of the site is switched off. Ask an admin to turn it on.' },
  'maxretry': { status: 409, message: 'This was changed at the same time. Try again.' },
  'wrong-state': { status: 409, message: 'This story has changed since you opened it. Reload the page.' },
  'version-conflict': { status: 409, message: 'Someone else has saved a newer version.' },
  'backup-running': { status: 409, message: 'A backup or a verification is running. Wait until it has finished.' },
  'slug-taken': { status: 409, message: 'Another story uses this address. Choose another.' },
  'topic-exists': { status: 409, message: 'Another topic has this name or address. Choose another, or merge the two.' },
  'topic-in-use': { status: 409, message: 'Stories still use this topic. Merge it into another one instead.' },
  'topic-merging': { status: 409, message: 'This topic is being merged. Wait until that is done, then try again.' },
  'not-ready': { status: 409, message: 'Complete the missing fields before publishing.' },
  'gone': { status: 410, message: 'This story was removed.' },
  'unreachable': { status: 422, message: 'We couldn’t load anything from this address.' },
  'link-expired': { status: 410, message: 'This link has expired or was already used.' },
  'too-large': { status: 413, message: 'This file is too large.' },
  'address-too-long': { status: 414, message: 'The URL is too long.' },
  'wrong-type': { status: 415, message: 'Send JSON with the content type application/json.' },
  'too-many-requests': { status: 429, message: 'Too many attempts. Try again in a moment.' },
  'headers-too-large': { status: 431, message: 'The request headers are too large.' },
  'unavailable': { status: 503, message: 'The site is unavailable right now. Try again in a few seconds.' },

  // Membership and berries.
  'payment-declined': { status: 402, message: 'The payment was declined. Try another card.' },
  'payments-unavailable': {
    status: 503,
    message:
      'The payment provider did not answer. Reload the page in a few minutes to see the result before you try again.',
  },
  'already-member': { status: 409, message: 'You already have a membership. Manage it on the membership page.' },
  'not-a-member': {
    status: 409,
    message: 'You have no membership that can be changed. Reload the page to see the plans.',
  },
  'code-not-valid': { status: 400, message: 'This code is not valid. Check it, or ask the person who gave it to you.' },
  'no-seat-left': { status: 409, message: 'All seats are taken. Take one back first, or switch to a larger plan.' },
  'not-enough-berries': { status: 409, message: 'You don’t have enough berries.' },
  'out-of-stock': { status: 409, message: 'This reward is out of stock.' },
  'payout-exceeds-owed': { status: 409, message: 'This is more than is owed. Reload the page and check the amount.' },
  'gift-refused': { status: 409, message: 'You can’t give berries on this story.' },

  // Media and storage.
  'unsupported-file': {
    status: 400,
    message:
      'This file type is not supported. You can add pictures (JPEG, PNG, WebP, AVIF, GIF), PDF, ZIP and Office files, EPUB, video (MP4, MOV, WebM), audio (MP3, M4A, Ogg, WAV, FLAC) and plain text.',
  },
  'broken-file': { status: 400, message: 'This file is damaged or has the wrong file extension.' },
  'picture-too-large': { status: 400, message: 'This picture has too many pixels. Make it smaller and try again.' },
  'invalid-checksum': { status: 400, message: 'The file was damaged during upload. Try again.' },
  'invalid-format': { status: 400, message: 'The file does not match its format.' },
  'invalid-argument': { status: 400, message: 'This name or value is not valid.' },
  'invalid-app-check': { status: 401, message: 'Firebase App Check token is invalid. Reload the page and try again.' },
  'in-use': { status: 409, message: 'This file is in use. Confirm to delete it anyway.' },
  'wrong-offset': { status: 400, message: 'This chunk does not start where the last one ended.' },
  'quota-exceeded': { status: 402, message: 'Your storage is full. Delete some files and try again.' },
  'bucket-not-found': { status: 404, message: 'This bucket does not exist.' },
  'object-not-found': { status: 404, message: 'This object does not exist.' },

  // Identity: section 8 of the specification, and the other codes that its calls need.
  'invalid-email': { status: 400, message: 'Enter a valid email address.' },
  'missing-email': { status: 400, message: 'Enter your email address.' },
  'missing-password': { status: 400, message: 'Enter your password.' },
  'wrong-password': { status: 400, message: 'Wrong password. Try again or reset it.' },
  'user-not-found': { status: 400, message: 'No account uses this email address. Check it or sign up.' },
  'invalid-credential': { status: 400, message: 'Wrong email or password. Try again or reset your password.' },
  'email-already-in-use': { status: 400, message: 'An account with this email already exists. Sign in instead.' },
  'credential-already-in-use': { status: 400, message: 'This is already linked to another account.' },
  'account-exists-with-different-credential': {
    status: 400,
    message:
      'An account with this email already exists. Sign in as usual, then link this provider in your account settings.',
  },
  'password-does-not-meet-requirements': { status: 400, message: 'This password does not meet the requirements.' },
  'operation-not-allowed': { status: 400, message: 'This sign-in method is not available.' },
  'admin-restricted-operation': { status: 400, message: 'Only admins can do that.' },
  'expired-action-code': { status: 400, message: 'This link has expired. Request a new one.' },
  'invalid-action-code': { status: 400, message: 'This link is incomplete or was already used. Request a new one.' },
  'requires-recent-login': { status: 400, message: 'Sign in again to confirm it’s you, then try again.' },
  'user-token-expired': { status: 401, message: 'You have been signed out. Sign in again.' },
  'invalid-user-token': { status: 401, message: 'Your session is not valid. Sign in again.' },
  'invalid-refresh-token': { status: 401, message: 'Your session is not valid. Sign in again.' },
  'user-disabled': { status: 403, message: 'This account is disabled. Contact the site’s admins.' },
  'multi-factor-auth-required': { status: 401, message: 'Enter the code from your authenticator app.' },
  'invalid-multi-factor-session': { status: 400, message: 'Your sign-in timed out. Sign in again.' },
  'multi-factor-info-not-found': { status: 400, message: 'This authenticator app is not set up on your account.' },
  'second-factor-already-in-use': { status: 400, message: 'This account already has an authenticator app.' },
  'invalid-verification-code': { status: 400, message: 'Wrong code. Wait for the next one and try again.' },
  'unverified-email': { status: 400, message: 'Confirm your email address first.' },
  'invalid-continue-uri': { status: 400, message: 'The continue URL is not valid.' },
  'unauthorized-continue-uri': { status: 400, message: 'The continue URL is not on an authorized domain.' },
  'missing-or-invalid-nonce': { status: 400, message: 'This response belongs to another sign-in. Try again.' },
  'unauthorized-domain': { status: 403, message: 'This domain is not authorized to use this site’s sign-in.' },
  'no-such-provider': { status: 400, message: 'This provider is not linked to your account.' },
} as const

export type RefusalCode = keyof typeof refusals

/** An expected error. Services throw it; one handler turns it into a response. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly details: Record<string, unknown>

  constructor(code: RefusalCode, details: Record<string, unknown> = {}) {
    // `details.message` replaces the generic message.
    super(typeof details['message'] === 'string' ? details['message'] : refusals[code].message)
    this.name = 'Refusal'
    this.code = code
    this.details = details
  }

  get status() {
    return refusals[this.code].status
  }
}

/** The names of the query parameters that a request was refused for. */
export function invalidParameters({ code, details: { issues } }: Refusal): string[] {
  if (code !== 'invalid' || !Array.isArray(issues)) return []
  const paths: unknown[] = issues.map(({ path }: { path: unknown }) => path)
  return [...new Set(paths.flatMap((path) => (Array.isArray(path) && path[0] === 'query' ? String(path[1]) : [])))]
}

/** The body of an error response. An unexpected error has the code `fault` and no details. */
export type ErrorReply = {
  error: { code: RefusalCode | 'fault'; message: string; details: Record<string, unknown>; requestId: string }
}
