import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

const RECORD_BYTES = 4096
/** Salt, record size, key length and sender key before the text; delimiter and authentication tag after it. */
const OVERHEAD_BYTES = 16 + 4 + 1 + 65 + 1 + 16
export const MAX_PAYLOAD_BYTES = RECORD_BYTES - OVERHEAD_BYTES
const POINT_BYTES = 65
const SECRET_BYTES = 16

export type SubscriptionKeys = { p256dh: string; auth: string }

/** Checks that p256dh is a point on the curve and auth has the right length. */
export function areKeysValid({ p256dh, auth }: SubscriptionKeys) {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== POINT_BYTES || Buffer.from(auth, 'base64url').length !== SECRET_BYTES) return false
  try {
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    pair.computeSecret(point)
    return true
  } catch {
    // The point is not on the curve.
    return false
  }
}

type Fixed = { privateKey: Buffer; salt: Buffer }

/** Encrypts a push message by RFC 8291. `fixed` makes it deterministic for the test vector of the RFC. */
export function encryptPush(text: Buffer, keys: SubscriptionKeys, fixed?: Fixed): Buffer {
  const receiver = Buffer.from(keys.p256dh, 'base64url')
  const pair = createECDH('prime256v1')
  if (fixed) pair.setPrivateKey(fixed.privateKey)
  else pair.generateKeys()
  const sender = pair.getPublicKey()
  const salt = fixed?.salt ?? randomBytes(16)

  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender])
  const shared = derive(pair.computeSecret(receiver), Buffer.from(keys.auth, 'base64url'), info, 32)
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12)

  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  return Buffer.concat([
    salt,
    size,
    Buffer.from([sender.length]),
    sender,
    cipher.update(text),
    // Delimiter of the last record; there is only one.
    cipher.update(Buffer.from([2])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, bytes: number) {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))
}
