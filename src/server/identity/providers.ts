import { type JWTVerifyGetKey, createRemoteJWKSet, errors as joseErrors, jwtVerify } from 'jose'
import type { Configuration } from 'openid-client'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { ProviderConfig } from '#server/platform/identity-config.ts'
import { newSecret } from './secrets.ts'
import { issueTicket, readTicket, spendTicket } from './tickets.ts'

/** What another service says about somebody. */
export type Identity = {
  providerId: string
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

// Loaded with the first visit to a provider, which many sites do not have.
const openid = () => import('openid-client')

// Asked once a process: where a provider's pages and keys are seldom changes.
const discovered = new WeakMap<ProviderConfig, Promise<Configuration>>()
const keySets = new WeakMap<Configuration, JWTVerifyGetKey>()

export function providerNamed({ identity }: Pick<Ctx, 'identity'>, id: string): ProviderConfig {
  const provider = identity.providers.find((one) => one.id === id)
  if (!provider) throw new Refusal('operation-not-allowed')
  return provider
}

async function discover(provider: ProviderConfig): Promise<Configuration> {
  const oidc = await openid()
  let known = discovered.get(provider)
  if (!known) {
    const issuer = new URL(provider.issuer)
    // Plain http is for a provider on this very machine, as tests have one.
    const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(issuer.hostname)
    const options = issuer.protocol === 'http:' && loopback ? { execute: [oidc.allowInsecureRequests] } : {}
    const secret = provider.clientSecret ?? undefined
    const authentication = provider.clientSecret === null ? oidc.None() : undefined
    known = oidc.discovery(issuer, provider.clientId, secret, authentication, options)
    discovered.set(provider, known)
    known.catch(() => discovered.delete(provider))
  }
  return known
}

/** Where the provider brings people back to. */
export function handlerAddress({ site }: Pick<Ctx, 'site'>) {
  return `${site.origin}${site.base}__/auth/handler`
}

type Start = Pick<Flow, 'providerId' | 'authType' | 'eventId' | 'redirectUrl'>

/** The provider's page to go to. What is needed on the way back is remembered under `state`. */
export async function beginVisit(ctx: Ctx, start: Start): Promise<{ state: string; address: URL }> {
  const provider = providerNamed(ctx, start.providerId)
  const [oidc, configuration] = await Promise.all([openid(), discover(provider)])
  const verifier = oidc.randomPKCECodeVerifier()
  const nonce = oidc.randomNonce()
  const flow: Flow = { ...start, verifier, nonce, sessionId: newSecret().token }
  const { token: state } = await issueTicket(ctx, { kind: 'provider', uid: null, data: flow })
  const address = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: handlerAddress(ctx),
    response_type: 'code',
    scope: provider.scopes.join(' '),
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  })
  return { state, address }
}

export async function visitOf(ctx: Ctx, state: string): Promise<Flow | null> {
  return (await readTicket(ctx, 'provider', state, Flow))?.data ?? null
}

/** Ends a visit: the provider's answer, which only the window that began it can hand in, becomes an identity. */
export async function endVisit(ctx: Ctx, requestUri: string, sessionId: string): Promise<Identity> {
  const address = URL.canParse(requestUri) ? new URL(requestUri) : null
  const state = address?.searchParams.get('state') ?? ''
  const ticket = await readTicket(ctx, 'provider', state, Flow)
  if (!address || !ticket || ticket.data.sessionId !== sessionId || !(await spendTicket(ctx, state))) {
    throw new Refusal('invalid-credential')
  }
  const { providerId, verifier, nonce } = ticket.data
  const provider = providerNamed(ctx, providerId)
  const [oidc, configuration] = await Promise.all([openid(), discover(provider)])
  const callback = new URL(handlerAddress(ctx))
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
    return identityOf(provider, { ...more, ...claims }, tokens.id_token ?? null, tokens.access_token)
  } catch (error) {
    ctx.log.warn({ err: error, provider: provider.id }, 'a provider’s answer was refused')
    throw new Refusal('invalid-credential')
  }
}

type Credential = { providerId: string; idToken: string; accessToken: string | null; nonce: string | null }

/** An ID token of a provider that a client got by itself. */
export async function identityFromToken(
  ctx: Ctx,
  { providerId, idToken, accessToken, nonce }: Credential,
): Promise<Identity> {
  const provider = providerNamed(ctx, providerId)
  const configuration = await discover(provider)
  const { jwks_uri: jwksUri, issuer } = configuration.serverMetadata()
  if (!jwksUri) throw new Refusal('invalid-credential')
  try {
    const { payload } = await jwtVerify(idToken, keysAt(configuration, jwksUri), {
      issuer,
      audience: provider.clientId,
      currentDate: ctx.now(),
      requiredClaims: ['exp', 'iat', 'sub'],
    })
    checkNonce(payload['nonce'], nonce, provider.rawNonce)
    return identityOf(provider, payload, idToken, accessToken)
  } catch (error) {
    if (error instanceof joseErrors.JOSEError || error instanceof z.ZodError) throw new Refusal('invalid-credential')
    throw error
  }
}

function keysAt(configuration: Configuration, address: string): JWTVerifyGetKey {
  const held = keySets.get(configuration) ?? createRemoteJWKSet(new URL(address))
  keySets.set(configuration, held)
  return held
}

/** The token carries the hash of what only the client knows. A provider that carries it as it is must be configured so: it proves less. */
function checkNonce(claimed: unknown, given: string | null, raw: boolean) {
  if (claimed === undefined) return
  const hashed = given === null ? null : createHash('sha256').update(given).digest('hex')
  if (given === null || claimed !== (raw ? given : hashed)) throw new Refusal('missing-or-invalid-nonce')
}

function identityOf(
  provider: ProviderConfig,
  raw: Record<string, unknown>,
  idToken: string | null,
  accessToken: string | null,
): Identity {
  const claims = Claims.parse(raw)
  return {
    providerId: provider.id,
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
