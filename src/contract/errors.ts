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
  'handle-taken': { status: 409, message: 'That handle is taken.' },
  'maxretry': { status: 409, message: 'Others were changing the same thing. Please try again.' },
  'link-expired': { status: 410, message: 'That link was used or has expired.' },
  'too-large': { status: 413, message: 'That is larger than we take.' },
  'address-too-long': { status: 414, message: 'That address is too long.' },
  'wrong-type': { status: 415, message: 'Send JSON, with the content type application/json.' },
  'too-many-requests': { status: 429, message: 'That was a lot at once. Please wait a moment.' },
  'headers-too-large': { status: 431, message: 'The request headers are too large.' },
} as const

export type RefusalCode = keyof typeof refusals

/** An expected no. Services throw it; one handler turns it into an answer. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly details: Record<string, unknown>

  constructor(code: RefusalCode, details: Record<string, unknown> = {}) {
    super(refusals[code].message)
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
