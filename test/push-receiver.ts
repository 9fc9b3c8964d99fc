import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The browser side of RFC 8291: generates keys and decrypts messages. */
export function aReceiver() {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const auth = randomBytes(16)
  const keys = { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') }

  function open(encrypted: Buffer): string {
    const salt = encrypted.subarray(0, 16)
    const length = encrypted.readUInt8(20)
    const sender = encrypted.subarray(21, 21 + length)
    const record = encrypted.subarray(21 + length)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
    const shared = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32))
    const key = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: aes128gcm\0', 16))
    const nonce = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: nonce\0', 12))
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(record.subarray(-16))
    const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
    if (text.at(-1) !== 2) throw new Error('Missing delimiter of the last record')
    return text.subarray(0, -1).toString()
  }

  return { keys, open }
}
