import { Refusal, refusals } from '#contract/errors.ts'

/** What a person can do about what only a browser runs into. What the server refuses has its sentence in the contract. */
const browserSentences = {
  'network-request-failed': 'We could not reach the server. What you typed is still here; try again.',
  'popup-blocked': 'Your browser did not let us open a window. Allow it, or go on in this one.',
  'popup-closed-by-user': 'The window was closed before you were done. Try again when you like.',
  'unauthorized-domain': 'Signing in this way does not work at this address of the site. Use another way.',
  'user-cancelled': 'The other service was not allowed to vouch for you. Try again, or use another way.',
  'invalid-auth-event': 'The other service did not answer as it should. Try again, or use another way.',
  'web-storage-unsupported': 'Your browser keeps nothing for this site, so this way does not work. Use another one.',
  'passkey-not-used': 'No passkey was used. Try again, or use another way.',
  'passkey-unknown': 'No account here knows that passkey. Use another way.',
  'passkey-known': 'This device has a passkey for your account already.',
  'not-confirmed': 'Nothing was changed, because you did not confirm that it is you.',
  'last-admin': 'You are the only admin of this site. Make somebody else an admin first.',
  'fault': 'Something went wrong on our side. What you typed is still here; try again in a moment.',
}

/** Why a password that meets the rules was refused all the same. */
const weakSentences: Partial<Record<string, string>> = {
  common: 'This is one of the most common passwords. Choose another.',
  personal: 'Your password contains your email address, your handle or the name of the site. Choose another.',
}

export type BrowserCode = keyof typeof browserSentences

/** Something that went wrong in the browser, by a code as the server's refusals have one. */
export class BrowserProblem extends Error {
  readonly code: BrowserCode

  constructor(code: BrowserCode) {
    super(browserSentences[code])
    this.name = 'BrowserProblem'
    this.code = code
  }
}

export function sentenceFor(code: string): string | null {
  if (isKey(browserSentences, code)) return browserSentences[code]
  return isKey(refusals, code) ? refusals[code].message : null
}

/** A sentence to act on, whatever it was that went wrong. */
export function sentenceOf(error: unknown): string {
  const code = codeOf(error)
  if (code === 'too-many-requests' && error instanceof Refusal) return waitSentence(error.details['retryAfter'])
  const weak = error instanceof Refusal ? weakSentences[String(error.details['weak'])] : undefined
  return weak ?? sentenceFor(code) ?? browserSentences.fault
}

/** The code of a refusal or of the browser's own trouble. What never reached the server has one too. */
export function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return error instanceof TypeError || error instanceof DOMException ? 'network-request-failed' : 'fault'
}

function waitSentence(seconds: unknown) {
  if (typeof seconds !== 'number' || seconds <= 0) return refusals['too-many-requests'].message
  const [count, unit] =
    seconds < 90
      ? [Math.ceil(seconds), 'second']
      : seconds < 90 * 60
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour']
  return `That was a lot at once. Wait ${count} ${unit}${count === 1 ? '' : 's'} and try again.`
}

function isKey<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key)
}
