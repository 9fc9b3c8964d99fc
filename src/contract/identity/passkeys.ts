import { z } from 'zod'

/** WebAuthn in JSON: bytes are base64url. */
const Bytes = z.string().max(20_000)
const KeyType = z.literal('public-key')
const Transports = z.array(z.string().max(40)).max(10)
const Descriptor = z.object({ id: Bytes, type: KeyType, transports: Transports.exactOptional() })
const Preference = z.enum(['required', 'preferred', 'discouraged'])

/** For `navigator.credentials.get`. */
export const RequestOptions = z.object({
  challenge: Bytes,
  timeout: z.number(),
  rpId: z.string(),
  userVerification: Preference,
  allowCredentials: z.array(Descriptor),
})

/** For `navigator.credentials.create`. */
export const CreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: Bytes, name: z.string(), displayName: z.string() }),
  challenge: Bytes,
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: KeyType })),
  timeout: z.number(),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({ residentKey: Preference, userVerification: Preference }),
  attestation: z.literal('none'),
})

const Credential = {
  id: Bytes,
  rawId: Bytes,
  type: KeyType,
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).exactOptional(),
  /** No extensions are requested, so their results are ignored. */
  clientExtensionResults: z.object({}),
}

export const AuthenticationResponse = z.object({
  ...Credential,
  response: z.object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Bytes.exactOptional(),
  }),
})

export const RegistrationResponse = z.object({
  ...Credential,
  response: z.object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    authenticatorData: Bytes.exactOptional(),
    transports: Transports.exactOptional(),
    publicKeyAlgorithm: z.number().exactOptional(),
    publicKey: Bytes.exactOptional(),
  }),
})
