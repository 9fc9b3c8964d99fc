import { createHash, randomBytes } from 'node:crypto'

/** A secret to hand out and the hash to keep: whoever reads the table learns nothing that opens a api. */
export function newSecret() {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashOf(token) }
}

export function hashOf(token: string) {
  return createHash('sha256').update(token).digest()
}
