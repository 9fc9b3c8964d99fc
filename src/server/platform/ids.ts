import { randomFillSync } from 'node:crypto'
import { ID_LENGTH } from '#contract/constants.ts'
import { FAIR_BYTES, ID_LETTERS } from '#contract/id.ts'

// One large read of random bytes is far cheaper than one read per id.
const pool = Buffer.alloc(4096)
let used = pool.length

/** An unguessable id: letters and digits, about 119 bits. */
export function newId(): string {
  let id = ''
  while (id.length < ID_LENGTH) {
    if (used === pool.length) {
      randomFillSync(pool)
      used = 0
    }
    const byte = pool.readUInt8(used++)
    if (byte < FAIR_BYTES) id += ID_LETTERS[byte % ID_LETTERS.length]
  }
  return id
}

const COUNTED_DIGITS = 8
let counted = 0
let processName = ''

/** A request id: unique and cheap, as long as other ids. It need not be secret. */
export function nextRequestId(): string {
  processName ||= newId().slice(COUNTED_DIGITS)
  counted += 1
  return processName + counted.toString(36).padStart(COUNTED_DIGITS, '0')
}
