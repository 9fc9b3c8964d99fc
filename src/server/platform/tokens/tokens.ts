import {
  type JWTPayload,
  type JWTVerifyGetKey,
  SignJWT,
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  jwtVerify,
} from 'jose'
import { z } from 'zod'
import { ID_TOKEN_MS, SECOND_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Db } from '#server/platform/db.ts'
import { codeOf } from '#server/platform/errors.ts'
import type { IdentityConfig } from '#server/platform/identity-config.ts'
import type { Outbound } from '#server/platform/outbound/fetch.ts'
import type { Vault } from '#server/platform/secrets/vault.ts'
import { type GenerateKeyPair, createSigningKeys } from './signing-keys.ts'

const ALGORITHM = 'RS256'
const MAX_KEYS_BYTES = 256 * 1024
/** An unknown key id may be a new key. The database is queried for it at most this often. */
const UNKNOWN_KEY_MS = 10 * SECOND_MS

const Claims = z.object({
  sub: z.string().min(1).max(128),
  auth_time: z.number(),
  exp: z.number(),
  /** The session it was issued to. Tokens of other issuers have none. */
  sid: z.string().optional(),
  name: z.string().optional(),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  /** The origin of the site that the token is for. */
  azp: z.string().optional(),
  firebase: z.object({ sign_in_provider: z.string() }).optional().catch(undefined),
})
export type Claims = z.infer<typeof Claims>

type TokensOptions = {
  db: Db
  now: () => Date
  identity: IdentityConfig
  vault: Vault
  /** Fetches the keys of another issuer. */
  outbound: Outbound
  generate?: GenerateKeyPair
}

export type Tokens = ReturnType<typeof createTokens>

/** Signs ID tokens with our keys, and verifies tokens of the configured issuer, which may be another service. */
export function createTokens({ db, now, identity, vault, outbound, generate }: TokensOptions) {
  const keys = createSigningKeys({ db, now, vault, ...(generate && { generate }) })
  const remote = identity.jwksUrl === null ? null : remoteKeys(identity.jwksUrl, outbound)
  const { issuer, projectId, authorizedParty } = identity

  async function issue(claims: JWTPayload & { sub: string }) {
    const { id, key } = await keys.signer()
    const seconds = Math.floor(now().getTime() / SECOND_MS)
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, kid: id, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(projectId)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + ID_TOKEN_MS / SECOND_MS)
      .sign(key)
    return { token, expiresAt: new Date((seconds + ID_TOKEN_MS / SECOND_MS) * SECOND_MS) }
  }

  async function jwks() {
    return { keys: (await keys.all()).map(({ publicJwk }) => publicJwk) }
  }

  /** The claims of a token, after checking its signature, issuer, audience and expiry. */
  async function verify(token: string): Promise<Claims> {
    try {
      return await check(token, await keySet())
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || remote) throw refusalFor(error)
      await keys.all({ maxAgeMs: UNKNOWN_KEY_MS })
      return check(token, await keySet()).catch((again: unknown) => {
        throw refusalFor(again)
      })
    }
  }

  let local: { of: unknown; set: JWTVerifyGetKey } | null = null
  async function keySet(): Promise<JWTVerifyGetKey> {
    if (remote) return remote
    const of = await keys.all()
    if (local?.of !== of) local = { of, set: createLocalJWKSet(await jwks()) }
    return local.set
  }

  async function check(token: string, set: JWTVerifyGetKey) {
    const { payload } = await jwtVerify(token, set, {
      issuer,
      audience: projectId,
      algorithms: [ALGORITHM],
      currentDate: now(),
      requiredClaims: ['exp', 'iat', 'sub'],
    })
    const claims = Claims.parse(payload)
    // A token that the issuer gave to another site, or to its own pages, must not sign anyone in here.
    if (authorizedParty !== null && claims.azp !== authorizedParty) throw new errors.JWTInvalid('for another site')
    return claims
  }

  return {
    issue,
    verify,
    jwks,
    rotate: keys.rotate,
    /** Creates the first key if there is none. */
    ready: async () => void (await keys.signer()),
  }
}

/** Through the protected fetcher, which only allows the configured address. */
function remoteKeys(url: string, outbound: Outbound) {
  return createRemoteJWKSet(new URL(url), {
    [customFetch]: async (address) => {
      const { status, bytes } = await outbound.callService(address, { maxBytes: MAX_KEYS_BYTES })
      return new Response(new Uint8Array(bytes), { status })
    },
  })
}

/** Reports expiry; every other invalid token gets the same refusal. */
function refusalFor(error: unknown) {
  // The issuer's keys could not be fetched: a server fault, not a reason to sign anyone out.
  if (error instanceof errors.JWKSTimeout || codeOf(error) === 'ERR_JOSE_GENERIC') return error
  if (error instanceof Refusal && error.code === 'unreachable') return new Error(`keys: ${error.message}`)
  if (error instanceof errors.JWTExpired) return new Refusal('user-token-expired')
  if (error instanceof errors.JOSEError || error instanceof z.ZodError) return new Refusal('invalid-user-token')
  return error
}
