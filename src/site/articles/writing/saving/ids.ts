import { ID_LENGTH } from '#contract/constants.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** An id as the server makes them, so that an article has its name before the server knows it. */
export function newId() {
  let id = ''
  while (id.length < ID_LENGTH)
    for (const byte of crypto.getRandomValues(new Uint8Array(2 * ID_LENGTH)))
      // The last few values would make the first letters likelier than the others.
      if (byte < 248 && id.length < ID_LENGTH) id += letters[byte % letters.length]
  return id
}
