import { FORBIDDEN_IN_KEYS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'

const LONGEST_KEY_BYTES = 768
// The percent sign as well, or two names could share a key.
const ESCAPED = new RegExp(`%|${FORBIDDEN_IN_KEYS.source}`, 'g')

/** Refuses what can be no key of the tree. */
export function checkKey(key: string): string {
  if (key === '' || FORBIDDEN_IN_KEYS.test(key) || Buffer.byteLength(key) > LONGEST_KEY_BYTES) throw noKey()
  return key
}

/** A key as it stands between two slashes of an address, decoded once. */
export function readKey(segment: string): string {
  let key: string
  try {
    key = decodeURIComponent(segment)
  } catch {
    throw noKey()
  }
  return checkKey(key)
}

/** The key of a name: what keys may not contain is written as in an address, `node.js` as `node%2Ejs`. */
export function keyOf(name: string): string {
  return name.replace(ESCAPED, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
}

/** The name that has this key, or null when none can. */
export function nameOf(key: string): string | null {
  const name = key.replace(/%([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
  // The database has no name with a null character in it, and would not even look for one.
  return keyOf(name) === key && !name.includes('\0') ? name : null
}

function noKey() {
  return new Refusal('invalid', {
    reason: 'Invalid path: a key must be non-empty, at most 768 bytes, and without . # $ / [ ] or control characters',
  })
}
