import {
  type JWTVerifyGetKey,
  createRemoteJWKSet,
  customFetch as joseFetch,
  errors as joseErrors,
  jwtVerify,
} from 'jose'
import type { Configuration } from 'openid-client'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { ProviderConfig } from '#server/platform/identity-config.ts'
import { fetchPublic } from './fetch-public.ts'
import { createSecret } from './secrets.ts'
import { issueTicket, readTicket, consumeTicket } from './tickets.ts'

/** A person as an identity provider describes them. */
export type Identity = {
  providerId: string
  issuer: string
  /** Unique per issuer. */
  rawId: string
  email: string | null
  emailVerified: boolean
  name: string | null
  firstName: string | null
  lastName: string | null
  photoUrl: string | null
  claims: Record<string, unknown>
  idToken: string | null
  accessToken: string | null
}

const Text = z.string().min(1).max(2048).nullable().catch(null)
const Claims = z.looseObject({
  sub: z.string().min(1).max(256),
  email: z.email().max(254).toLowerCase().nullable().catch(null).default(null),
  email_verified: z.union([z.boolean(), z.literal('true').transform(() => true)]).catch(false),
  name: Text.transform((name) => name?.slice(0, 256) ?? null).default(null),
  given_name: Text.default(null),
  family_name: Text.default(null),
  picture: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .nullable()
    .catch(null)
    .default(null),
  nonce: z.string().optional().catch(undefined),
})

const Flow = z.object({
  providerId: z.string(),
  verifier: z.string(),
  nonce: z.string(),
  sessionId: z.string(),
  authType: z.string(),
  eventId: z.string(),
  redirectUrl: z.string(),
})
export type Flow = z.infer<typeof Flow>

// Loaded on first use: many sites have no providers.
const openid = () => import('openid-client')

// Discovered once per process: provider metadata seldom changes.
const discovered = new WeakMap<ProviderConfig, Promise<Configuration>>()
const keySets = new WeakMap<Configuration, JWTVerifyGetKey>()

function getProvider({ identity }: Pick<Ctx, 'identity'>, id: string): ProviderConfig {
  const provider = identity.providers.find((one) => one.id === id)
  if (!provider) throw new Refusal('operation-not-allowed')
  return provider
}

async function discover({ outbound }: Pick<Ctx, 'outbound'>, provider: ProviderConfig): Promise<Configuration> {
  const oidc = await openid()
  let known = discovered.get(provider)
  if (!known) {
    const issuer = new URL(provider.issuer)
    // Plain http is allowed on loopback only, for tests.
    const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(issuer.hostname)
    const options = {
      ...(issuer.protocol === 'http:' && loopback && { execute: [oidc.allowInsecureRequests] }),
      ...(provider.isPublicOnly && { [oidc.customFetch]: fetchPublic(outbound) }),
    }
    const secret = provider.clientSecret ?? undefined
    const authentication = provider.clientSecret === null ? oidc.None() : undefined
    known = oidc.discovery(issuer, provider.clientId, secret, authentication, options)
    discovered.set(provider, known)
    known.catch(() => discovered.delete(provider))
  }
  return known
}

/** The redirect URI. */
export function handlerUrl({ site }: Pick<Ctx, 'site'>) {
  return `${site.origin}${site.base}__/auth/handler`
}

type Start = Pick<Flow, 'providerId' | 'authType' | 'eventId' | 'redirectUrl'>

/** Returns the authorization URL. The flow is stored under `state` for the callback. */
export async function startProviderSignIn(ctx: Ctx, start: Start): Promise<{ state: string; address: URL }> {
  const provider = getProvider(ctx, start.providerId)
  const [oidc, configuration] = await Promise.all([openid(), discover(ctx, provider)])
  const verifier = oidc.randomPKCECodeVerifier()
  const nonce = oidc.randomNonce()
  const flow: Flow = { ...start, verifier, nonce, sessionId: createSecret().token }
  const { token: state } = await issueTicket(ctx, { kind: 'provider', uid: null, data: flow })
  const address = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: handlerUrl(ctx),
    response_type: 'code',
    scope: provider.scopes.join(' '),
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  })
  return { state, address }
}

export async function findFlow(ctx: Ctx, state: string): Promise<Flow | null> {
  return (await readTicket(ctx, 'provider', state, Flow))?.data ?? null
}

/** Exchanges the callback for an identity. The session id ties it to the window that started the flow. */
export async function finishProviderSignIn(ctx: Ctx, requestUri: string, sessionId: string): Promise<Identity> {
  const address = URL.canParse(requestUri) ? new URL(requestUri) : null
  const state = address?.searchParams.get('state') ?? ''
  const ticket = await readTicket(ctx, 'provider', state, Flow)
  if (!address || !ticket || ticket.data.sessionId !== sessionId || !(await consumeTicket(ctx, state))) {
    throw new Refusal('invalid-credential')
  }
  const { providerId, verifier, nonce } = ticket.data
  const provider = getProvider(ctx, providerId)
  const [oidc, configuration] = await Promise.all([openid(), discover(ctx, provider)])
  const callback = new URL(handlerUrl(ctx))
  callback.search = address.search
  try {
    const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    const claims = { ...tokens.claims() }
    const { sub } = Claims.parse(claims)
    const known = claims['email'] === undefined && configuration.serverMetadata().userinfo_endpoint
    const more = known ? await oidc.fetchUserInfo(configuration, tokens.access_token, sub) : {}
    return toIdentity(provider, { ...more, ...claims }, tokens.id_token ?? null, tokens.access_token)
  } catch (error) {
    ctx.log.warn({ err: error, provider: provider.id }, 'provider callback rejected')
    throw new Refusal('invalid-credential')
  }
}

/** Revokes an access or refresh token at the provider. Refused if the provider cannot do that. */
export async function revokeProviderToken(ctx: Ctx, providerId: string, token: string) {
  const provider = getProvider(ctx, providerId)
  const [oidc, configuration] = await Promise.all([openid(), discover(ctx, provider)])
  if (!configuration.serverMetadata().revocation_endpoint) throw new Refusal('operation-not-allowed')
  try {
    await oidc.tokenRevocation(configuration, token)
  } catch (error) {
    ctx.log.warn({ err: error, provider: provider.id }, 'token revocation failed')
    throw new Refusal('invalid-credential')
  }
}

type Credential = { providerId: string; idToken: string; accessToken: string | null; nonce: string | null }

/** For an ID token that the client obtained from the provider itself. */
export async function verifyProviderToken(
  ctx: Ctx,
  { providerId, idToken, accessToken, nonce }: Credential,
): Promise<Identity> {
  const provider = getProvider(ctx, providerId)
  const configuration = await discover(ctx, provider)
  const { jwks_uri: jwksUri, issuer } = configuration.serverMetadata()
  if (!jwksUri) throw new Refusal('invalid-credential')
  try {
    const { payload } = await jwtVerify(idToken, getKeySet(ctx, { configuration, address: jwksUri, provider }), {
      issuer,
      audience: provider.clientId,
      currentDate: ctx.now(),
      requiredClaims: ['exp', 'iat', 'sub'],
    })
    checkNonce(payload['nonce'], nonce, provider.rawNonce)
    return toIdentity(provider, payload, idToken, accessToken)
  } catch (error) {
    if (error instanceof joseErrors.JOSEError || error instanceof z.ZodError) throw new Refusal('invalid-credential')
    throw error
  }
}

type KeySource = { configuration: Configuration; address: string; provider: ProviderConfig }

function getKeySet({ outbound }: Ctx, { configuration, address, provider }: KeySource): JWTVerifyGetKey {
  const options = provider.isPublicOnly ? { [joseFetch]: fetchPublic(outbound) } : {}
  const held = keySets.get(configuration) ?? createRemoteJWKSet(new URL(address), options)
  keySets.set(configuration, held)
  return held
}

/** The token carries the hash of the client's nonce. Providers that carry the raw nonce need `rawNonce`, which proves less. */
function checkNonce(claimed: unknown, given: string | null, raw: boolean) {
  if (claimed === undefined) return
  const hashed = given === null ? null : createHash('sha256').update(given).digest('hex')
  if (given === null || claimed !== (raw ? given : hashed)) throw new Refusal('missing-or-invalid-nonce')
}

function toIdentity(
  provider: ProviderConfig,
  raw: Record<string, unknown>,
  idToken: string | null,
  accessToken: string | null,
): Identity {
  const claims = Claims.parse(raw)
  return {
    providerId: provider.id,
    issuer: provider.issuer,
    rawId: claims.sub,
    email: claims.email,
    emailVerified: claims.email_verified,
    name: claims.name,
    firstName: claims.given_name,
    lastName: claims.family_name,
    photoUrl: claims.picture,
    claims: raw,
    idToken,
    accessToken,
  }
}
