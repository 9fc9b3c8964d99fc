import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

type Cbor = number | string | Buffer | Map<number | string, Cbor>

/** The part of CBOR that passkeys use. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, held]) => [cbor(key), cbor(held)])])
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  return size < 256 ? Buffer.from([(major << 5) | 24, size]) : Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}

const PRESENT = 1
const VERIFIED = 4
const WITH_KEY = 64

type Asked = { challenge: string; origin: string; verified?: boolean }

/** A software passkey authenticator. */
export function anAuthenticator(rpId: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0

  function authenticatorData(flags: number, more = Buffer.alloc(0)) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE((counter += 1))
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count, more])
  }

  const clientData = (type: string, { challenge, origin }: Asked) =>
    Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false }))

  const common = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
  }

  return {
    id: common.id,
    /** Creates the passkey. */
    register({ verified = true, ...asked }: Asked) {
      const bytes = (text: string) => Buffer.from(text, 'base64url')
      const key = cbor(new Map<number, Cbor>([[1, 2], [3, -7], [-1, 1], [-2, bytes(x)], [-3, bytes(y)]])) // prettier-ignore
      const length = Buffer.from([0, id.length])
      const flags = PRESENT | WITH_KEY | (verified ? VERIFIED : 0)
      const authData = authenticatorData(flags, Buffer.concat([Buffer.alloc(16), length, id, key]))
      const attestation = cbor(new Map<string, Cbor>([['fmt', 'none'], ['attStmt', new Map()], ['authData', authData]])) // prettier-ignore
      return {
        ...common,
        response: {
          clientDataJSON: clientData('create', asked).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Signs a challenge with the passkey. */
    answer({ verified = true, ...asked }: Asked) {
      const data = clientData('get', asked)
      const authData = authenticatorData(PRESENT | (verified ? VERIFIED : 0))
      const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()])
      return {
        ...common,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      }
    },
  }
}
