import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

const RECORD_BYTES = 4096
/** What stands around the text: salt, sizes and the sender's key before it, the mark of its end and the seal after it. */
const AROUND_BYTES = 16 + 4 + 1 + 65 + 1 + 16
export const MOST_SEALED_BYTES = RECORD_BYTES - AROUND_BYTES
const POINT_BYTES = 65
const SECRET_BYTES = 16

export type Keys = { p256dh: string; auth: string }

/** Whether a browser could open what is sealed with these: a point of the curve, and a secret of the right length. */
export function isUsable({ p256dh, auth }: Keys) {
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== POINT_BYTES || Buffer.from(auth, 'base64url').length !== SECRET_BYTES) return false
  try {
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    pair.computeSecret(point)
    return true
  } catch {
    // It is not on the curve.
    return false
  }
}

type Chosen = { privateKey: Buffer; salt: Buffer }

/** RFC 8291: only the browser that made these keys can read it, not the service that carries it. */
export function seal(text: Buffer, keys: Keys, chosen?: Chosen): Buffer {
  const receiver = Buffer.from(keys.p256dh, 'base64url')
  const pair = createECDH('prime256v1')
  if (chosen) pair.setPrivateKey(chosen.privateKey)
  else pair.generateKeys()
  const sender = pair.getPublicKey()
  const salt = chosen?.salt ?? randomBytes(16)

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
    // Marks the last record; there is only one.
    cipher.update(Buffer.from([2])),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, bytes: number) {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))
}
