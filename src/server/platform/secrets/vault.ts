import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

export const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_ID_BYTES = 6
const SEALED = /^sealed:1:([\w-]{8}):([\w-]+)$/

/** The column and row of an encrypted value. It can only be decrypted there. */
export type Place = { column: string; row: string }

export class UnknownKey extends Error {
  override readonly name = 'UnknownKey'
  readonly keyId: string
  constructor(keyId: string) {
    super(`no encryption key ${keyId}`)
    this.keyId = keyId
  }
}

export type Vault = ReturnType<typeof createVault>

/** Encrypts with the first key. Decrypts and verifies with any of them, so that keys can be rotated. */
export function createVault(masters: readonly [Buffer, ...Buffer[]]) {
  const keys = masters.map(derive)
  const current = derive(masters[0])

  /** AES-256-GCM with a random nonce. The place is authenticated: a value copied to another row cannot be decrypted. */
  function seal(place: Place, text: string): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', current.encryption, nonce).setAAD(authenticated(place))
    const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return `sealed:1:${current.id}:${bytes.toString('base64url')}`
  }

  function open(place: Place, sealed: string): string {
    const [, id = '', encoded = ''] = SEALED.exec(sealed) ?? []
    if (!id) throw new Error(`${place.column} is not encrypted`)
    const key = keys.find((one) => one.id === id)
    if (!key) throw new UnknownKey(id)
    const bytes = Buffer.from(encoded, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', key.encryption, bytes.subarray(0, NONCE_BYTES))
      .setAAD(authenticated(place))
      .setAuthTag(bytes.subarray(-TAG_BYTES))
    const text = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]
    return Buffer.concat(text).toString('utf8')
  }

  /** A MAC. The purpose prevents reuse of a MAC in another context. */
  function sign(purpose: string, text: string): string {
    return macOf(current, purpose, text).toString('base64url')
  }

  function verify(purpose: string, text: string, mac: string): boolean {
    const given = Buffer.from(mac, 'base64url')
    return keys.some((key) => {
      const expected = macOf(key, purpose, text)
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
  }

  return {
    seal,
    open,
    sign,
    verify,
    /** The id of the encryption key, and of every key that can decrypt. */
    keyId: current.id,
    keyIds: keys.map(({ id }) => id),
    /** Prefix of values encrypted with the current key. */
    prefix: `sealed:1:${current.id}:`,
    isSealed: (value: string) => SEALED.test(value),
  }
}

type Key = ReturnType<typeof derive>

/** A separate subkey for each use. */
function derive(master: Buffer) {
  if (master.length !== KEY_BYTES) throw new Error(`an encryption key must have ${KEY_BYTES} bytes`)
  const part = (use: string, bytes: number) => Buffer.from(hkdfSync('sha256', master, '', `bramble ${use}`, bytes))
  return {
    id: part('key id', KEY_ID_BYTES).toString('base64url'),
    encryption: part('encryption', KEY_BYTES),
    signing: part('signing', KEY_BYTES),
  }
}

function macOf({ signing }: Key, purpose: string, text: string) {
  return createHmac('sha256', signing).update(`${purpose}\n${text}`).digest()
}

function authenticated({ column, row }: Place) {
  return Buffer.from(`${column}\n${row}`)
}
