import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { API_KEY_PREFIX } from '#contract/api-keys/scopes.ts'
import { ID_LETTERS } from '#contract/id.ts'
import { hashSecret } from '#server/identity/secrets.ts'

/** 32 bytes in base 62. */
const SECRET_LENGTH = 43
/** 32 bits in base 62. */
const CHECKSUM_LENGTH = 6
const FORMAT = new RegExp(`^${API_KEY_PREFIX}([A-Za-z0-9]{${SECRET_LENGTH}})([A-Za-z0-9]{${CHECKSUM_LENGTH}})$`)

/** The prefix and the checksum let secret scanners recognize a leaked key without asking the site. */
export function createKey() {
  const secret = toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH)
  const key = API_KEY_PREFIX + secret + checksum(secret)
  return { key, hash: hashSecret(key), lastFour: key.slice(-4) }
}

/** A key that was mistyped or cut off is refused without a query. */
export function isWellFormed(key: string) {
  const [, secret = '', given] = FORMAT.exec(key) ?? []
  return given === checksum(secret)
}

function checksum(secret: string) {
  return toBase62(BigInt(crc32(secret)), CHECKSUM_LENGTH)
}

function toBase62(number: bigint, length: number) {
  const base = BigInt(ID_LETTERS.length)
  let text = ''
  for (let rest = number; text.length < length; rest /= base) text = (ID_LETTERS[Number(rest % base)] ?? '') + text
  return text
}
