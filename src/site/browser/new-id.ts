import { ID_LENGTH } from '#contract/constants.ts'
import { FAIR_BYTES, ID_LETTERS } from '#contract/id.ts'

/** An id in the server's format, for articles that are not on the server yet. */
export function newId() {
  let id = ''
  while (id.length < ID_LENGTH)
    for (const byte of crypto.getRandomValues(new Uint8Array(2 * ID_LENGTH)))
      if (byte < FAIR_BYTES && id.length < ID_LENGTH) id += ID_LETTERS[byte % ID_LETTERS.length]
  return id
}
