import { randomBytes } from 'node:crypto'
import { ID_LENGTH } from '#contract/constants.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
// Bytes from here on would make the first letters more likely than the others.
const FAIR_BYTES = 256 - (256 % letters.length)

/** An id that nobody can guess: letters and digits, about 119 bits. */
export function newId(): string {
  let id = ''
  while (id.length < ID_LENGTH) {
    for (const byte of randomBytes(ID_LENGTH)) {
      if (byte < FAIR_BYTES && id.length < ID_LENGTH) id += letters[byte % letters.length]
    }
  }
  return id
}
