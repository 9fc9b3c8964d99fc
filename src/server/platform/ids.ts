import { randomFillSync } from 'node:crypto'
import { ID_LENGTH } from '#contract/constants.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
// Bytes from here on would make the first letters more likely than the others.
const FAIR_BYTES = 256 - (256 % letters.length)
// Asking the system for many at once is far cheaper than asking for each id.
const pool = Buffer.alloc(4096)
let used = pool.length

/** An id that nobody can guess: letters and digits, about 119 bits. */
export function newId(): string {
  let id = ''
  while (id.length < ID_LENGTH) {
    if (used === pool.length) {
      randomFillSync(pool)
      used = 0
    }
    const byte = pool.readUInt8(used++)
    if (byte < FAIR_BYTES) id += letters[byte % letters.length]
  }
  return id
}

const COUNTED_DIGITS = 8
let counted = 0
let processName = ''

/** A number for a request: unique, as long as any other id, and nearly free. Nothing depends on its being secret. */
export function nextRequestId(): string {
  processName ||= newId().slice(COUNTED_DIGITS)
  counted += 1
  return processName + counted.toString(36).padStart(COUNTED_DIGITS, '0')
}
