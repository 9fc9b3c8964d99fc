import { createHash, randomBytes } from 'node:crypto'

/** Only the hash is stored, so a leaked table contains no usable secrets. */
export function createSecret() {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashSecret(token) }
}

export function hashSecret(token: string) {
  return createHash('sha256').update(token).digest()
}
