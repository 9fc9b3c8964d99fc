import { Refusal } from '#contract/errors.ts'

// An escaped null character. After an odd number of backslashes it would be plain text.
const NULL_IN_JSON = /(?<!\\)(?:\\\\)*\\u0000/

/** PostgreSQL cannot store null characters. */
export function hasNullCharacter(json: string) {
  return NULL_IN_JSON.test(json)
}

export function nullRefusal() {
  return new Refusal('malformed', { reason: 'a null character' })
}

/** For text that the server has not parsed: the body of an endpoint with `bodyAsText`. */
export function parseJson(json: string): unknown {
  if (hasNullCharacter(json)) throw nullRefusal()
  try {
    return JSON.parse(json)
  } catch {
    throw new Refusal('malformed')
  }
}
