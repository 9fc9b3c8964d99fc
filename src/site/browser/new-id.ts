import { ID_LENGTH } from '#contract/constants.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** An id in the server's format, for articles that are not on the server yet. */
export function newId() {
  let id = ''
  while (id.length < ID_LENGTH)
    for (const byte of crypto.getRandomValues(new Uint8Array(2 * ID_LENGTH)))
      // 248 is a multiple of 62: larger values would make the first letters more likely.
      if (byte < 248 && id.length < ID_LENGTH) id += letters[byte % letters.length]
  return id
}
