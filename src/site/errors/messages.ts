import { Refusal, refusals } from '#contract/errors.ts'
import type { StorageCode, StorageError } from './storage-error.ts'

/** Errors that occur only in the browser. Server errors have their messages in the contract. */
const browserMessages = {
  'network-request-failed': 'We couldn’t reach the server. Your input is still here. Try again.',
  'offline': 'You’re offline. Your input is still here. Try again when you’re connected.',
  'time-out': 'The server took too long to respond. Your input is still here. Try again.',
  'popup-blocked': 'Your browser blocked the sign-in window. Allow pop-ups, or continue in this window.',
  'popup-closed-by-user': 'The sign-in window was closed. Try again.',
  'unauthorized-domain': 'This sign-in method doesn’t work on this domain. Use another method.',
  'user-cancelled': 'Sign-in was cancelled. Try again or use another method.',
  'invalid-auth-event': 'The sign-in provider sent an invalid response. Try again or use another method.',
  'web-storage-unsupported': 'Your browser blocks storage for this site. Use another sign-in method.',
  'passkey-not-used': 'No passkey was used. Try again or use another method.',
  'passkey-unknown': 'No account uses this passkey. Use another method.',
  'passkey-wrong-host': 'Passkeys work only at the site’s own host name. Open the site there, or use another method.',
  'passkey-known': 'This device already has a passkey for your account.',
  'not-confirmed': 'Nothing was changed because you didn’t sign in again.',
  'last-admin': 'You are the only admin. Make someone else an admin first.',
  'fault': 'Something went wrong on our side. Your input is still here. Try again in a moment.',
}

const weakPasswordMessages: Partial<Record<string, string>> = {
  common: 'This is one of the most common passwords. Choose another.',
  personal: 'Your password contains your email address, your handle or the name of the site. Choose another.',
}

const unsupportedPicture = 'This file type is not supported here. Choose a JPEG, PNG, WebP, AVIF or GIF picture.'
const storageMisconfigured = 'File storage is not set up correctly. Contact the site’s admins.'
const uploadFailed = 'Something went wrong with this file. Try again.'

const storageMessages: Record<StorageCode, string> = {
  'unknown': uploadFailed,
  'object-not-found': 'This file no longer exists. Upload it again.',
  'bucket-not-found': storageMisconfigured,
  'project-not-found': storageMisconfigured,
  'quota-exceeded': 'Your storage is full. Delete files from your library and try again.',
  'unauthenticated': 'You have been signed out. Sign in and try again.',
  'unauthorized': 'You don’t have permission to upload files here.',
  'unauthorized-app': storageMisconfigured,
  'retry-limit-exceeded': 'We couldn’t reach the server. Check your connection and try again.',
  'invalid-checksum': 'The file was damaged during upload. Try again.',
  'canceled': 'Upload canceled.',
  'invalid-event-name': uploadFailed,
  'invalid-url': uploadFailed,
  'invalid-default-bucket': storageMisconfigured,
  'no-default-bucket': storageMisconfigured,
  'cannot-slice-blob': 'Your browser can’t read this file anymore. Choose it again.',
  'server-file-wrong-size': 'The upload was incomplete. Try again.',
  'no-download-url': uploadFailed,
  'invalid-argument': 'This file or its name is not valid.',
  'app-deleted': uploadFailed,
  'invalid-root-operation': uploadFailed,
  'invalid-format': 'This file does not match its format. Save it again and retry.',
  'internal-error': 'Something went wrong on our side. Try again in a moment.',
  'unsupported-environment': 'Your browser can’t upload files. Try another one.',
}

type BrowserErrorCode = keyof typeof browserMessages

/** A browser error with a code, like the server's refusals. */
export class BrowserError extends Error {
  readonly code: BrowserErrorCode

  constructor(code: BrowserErrorCode) {
    super(browserMessages[code])
    this.name = 'BrowserError'
    this.code = code
  }
}

export function messageForCode(code: string): string | null {
  if (isKey(browserMessages, code)) return browserMessages[code]
  return isKey(refusals, code) ? refusals[code].message : null
}

/** A message for the person, for any error. */
export function errorMessage(error: unknown): string {
  if (isStorageError(error)) {
    return error.status === 413 ? refusals['too-large'].message : storageMessages[error.code]
  }
  const code = errorCode(error)
  // A message of this refusal says more than the one of its code.
  if (error instanceof Refusal && typeof error.details['message'] === 'string') return error.details['message']
  if (code === 'too-many-requests' && error instanceof Refusal) return rateLimitMessage(error.details['retryAfter'])
  if (code === 'unsupported-file' && error instanceof Refusal && error.details['accepts'] === 'pictures')
    return unsupportedPicture
  const weak = error instanceof Refusal ? weakPasswordMessages[String(error.details['weak'])] : undefined
  return weak ?? messageForCode(code) ?? browserMessages.fault
}

/** The code of a refusal or browser error. Failed requests have a code too. */
export function errorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'time-out'
  if (!(error instanceof TypeError || error instanceof DOMException)) return 'fault'
  // oxlint-disable-next-line typescript/no-unnecessary-boolean-literal-compare -- undefined in Node.js
  return navigator.onLine === false ? 'offline' : 'network-request-failed'
}

function rateLimitMessage(seconds: unknown) {
  if (typeof seconds !== 'number' || seconds <= 0) return refusals['too-many-requests'].message
  const [count, unit] =
    seconds < 90
      ? [Math.ceil(seconds), 'second']
      : seconds < 90 * 60
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour']
  return `Too many attempts. Try again in ${count} ${unit}${count === 1 ? '' : 's'}.`
}

function isKey<T extends object>(table: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(table, key)
}

/** By name and not by class, so that this file does not load the storage client. */
function isStorageError(error: unknown): error is StorageError {
  return error instanceof Error && error.name === 'StorageError'
}
