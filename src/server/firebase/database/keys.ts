import { FORBIDDEN_IN_KEYS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'

const MAX_KEY_BYTES = 768
// Also the percent sign, or two names could share a key.
const ESCAPED = new RegExp(`%|${FORBIDDEN_IN_KEYS.source}`, 'g')

export function validateKey(key: string): string {
  if (key === '' || FORBIDDEN_IN_KEYS.test(key) || Buffer.byteLength(key) > MAX_KEY_BYTES) throw invalidKey()
  return key
}

/** Decodes a path segment once. */
export function parseKey(segment: string): string {
  let key: string
  try {
    key = decodeURIComponent(segment)
  } catch {
    throw invalidKey()
  }
  return validateKey(key)
}

/** Percent-encodes the characters that keys may not contain: `node.js` becomes `node%2Ejs`. */
export function encodeKey(name: string): string {
  return name.replace(ESCAPED, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
}

/** Null if no name has this key. */
export function decodeKey(key: string): string | null {
  const name = key.replace(/%([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
  // PostgreSQL rejects strings with null characters.
  return encodeKey(name) === key && !name.includes('\0') ? name : null
}

function invalidKey() {
  return new Refusal('invalid', {
    reason: 'Invalid path: a key must be non-empty, at most 768 bytes, and without . # $ / [ ] or control characters',
  })
}
