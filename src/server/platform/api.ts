import type { z } from 'zod'
import { type EndpointKey, type Received, type Reply, endpoints } from '#contract/endpoints.ts'
import { type Endpoint, hasRole } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Feature } from '#contract/settings/features.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { CacheTag } from './cache/cache-tags.ts'
import type { Ctx, Identified, Session } from './ctx.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Log } from './log.ts'
import { toRefusal } from './error-response.ts'
import { type Part, parsePart } from './parse-part.ts'
import { DatabaseUnavailable } from './watched-pool.ts'

/** The client of a call, made over HTTP or by a page that is being rendered. */
export type Caller = {
  address: string
  log: Log
  session: Session
  addCacheTags(...tags: CacheTag[]): void
  /** Set when the request was already counted against the rate limits: the calls of a page count as one. */
  counted?: boolean
  /** Shared by all calls of one page. */
  identified?: Promise<Identified | null>
}

type RawInput = { params?: unknown; query?: unknown; body?: unknown }

type Access<K extends EndpointKey> = (typeof endpoints)[K]['access']
type Handler<K extends EndpointKey> = (
  ctx: Ctx<Access<K> extends 'anyone' ? Viewer | null : Viewer>,
  input: Received<K>,
) => Promise<Reply<K>> | Reply<K>

export type Serve = <K extends EndpointKey>(key: K, handle: Handler<K>) => void

type Resources = Pick<
  Ctx,
  'db' | 'now' | 'site' | 'identity' | 'tokens' | 'vault' | 'storage' | 'blobs' | 'outbound' | 'jobs' | 'dropCached'
> & {
  limits: RateLimits
  /** Finds the viewer by API key, by ID token or, for reads, by session cookie. */
  identify(ctx: Ctx, reads: boolean): Promise<Identified | null>
  /** Whether the caller views the site as another person. */
  isImpersonating(ctx: Ctx): Promise<boolean>
  /** Refuses if an admin has switched off this part of the site. */
  requireFeature(ctx: Ctx, feature: Feature): Promise<void>
  /** Loads the configuration that admins change while the site runs, if it changed. Before each call. */
  refreshConfig(): Promise<void>
  /** Called before an endpoint for editors or admins refuses a caller. */
  onDenied(ctx: Ctx, key: EndpointKey): Promise<void>
}

export type Api = ReturnType<typeof createApi>

/** Applies the same rate limits, access checks, validation and errors to HTTP requests and to calls from server-rendered pages. */
export function createApi(options: Resources) {
  const { identify, isImpersonating, requireFeature, onDenied, refreshConfig, ...resources } = options
  const served = new Map<EndpointKey, Served>()

  const serve: Serve = (key, handle) => {
    if (served.has(key)) throw new Error(`${key} is served twice`)
    const { params, query, body }: Endpoint = endpoints[key]
    // Unknown fields are refused: if they were ignored, a misspelt field would seem to work.
    const shapes = { params: params?.strict(), query: query?.strict(), body: body?.strict() }
    // Each handler matches its own key, which the map's type cannot express.
    served.set(key, { handle: handle as unknown as Handler<EndpointKey>, shapes })
  }

  /** Pages can only handle refusals, so an unavailable database becomes one here. */
  async function call<K extends EndpointKey>(key: K, input: RawInput, caller: Caller): Promise<Reply<K>> {
    try {
      return await handled(key, input, caller)
    } catch (error) {
      throw error instanceof DatabaseUnavailable ? toRefusal(error) : error
    }
  }

  async function handled<K extends EndpointKey>(key: K, input: RawInput, caller: Caller): Promise<Reply<K>> {
    const endpoint: Endpoint = endpoints[key]
    const route = served.get(key)
    if (!route) throw new Error(`${key} is not served`)

    const reads = key.startsWith('GET ')
    const anonymousCtx = await freshCtxOf(caller)
    caller.identified ??= identifyFor(anonymousCtx, endpoint, reads)
    const found = await caller.identified
    const apiKey = found?.viewer.apiKey ?? null
    // A key never shows more than its scopes allow, also where anyone may read.
    const isVisitor = apiKey !== null && reads && endpoint.access === 'anyone' && !hasScope(apiKey, endpoint)
    const identified = isVisitor ? null : found
    const viewer = identified?.viewer ?? null
    if (!caller.counted) {
      // Endpoints that create accounts or check secrets count by address, so that a new account does not reset the limit.
      const person = apiKey ? `key ${apiKey.id}` : (viewer?.id ?? caller.address)
      const subject = endpoint.access === 'anyone' && endpoint.limit ? caller.address : person
      await resources.limits.take(endpoint.limit ?? (reads ? 'read' : 'write'), subject)
    }
    if (endpoint.impersonated !== 'allowed') {
      const hidden = endpoint.impersonated === 'hidden' && viewer?.impersonation !== undefined
      if (hidden || (!reads && (await isImpersonating(anonymousCtx)))) throw new Refusal('view-only')
    }
    const ctx: Ctx = { ...anonymousCtx, viewer, signedIn: identified?.signedIn ?? null }
    const denial = denialOf(endpoint, viewer)
    if (denial) {
      if (endpoint.access === 'editor' || endpoint.access === 'admin') await onDenied(ctx, key)
      throw denial
    }
    if (endpoint.feature) await requireFeature(ctx, endpoint.feature)
    const received = {
      params: receive('params', route.shapes.params, input.params),
      query: receive('query', route.shapes.query, input.query),
      body: endpoint.bodyAsText ? textOf(input.body) : receive('body', route.shapes.body, input.body),
    }
    const reply = await route.handle(ctx as Ctx<Viewer>, received as Received<EndpointKey>)
    return endpoint.reply.parse(reply) as Reply<K>
  }

  /**
   * The person who requests a page or a file. Null without a valid credential: the page's calls report a refused one. API keys
   * are ignored.
   */
  async function findPerson(caller: Caller): Promise<Identified | null> {
    caller.identified ??= identify(ctxOf(withoutApiKey(caller)), true)
    return caller.identified.catch((error: unknown) => {
      if (error instanceof Refusal) return null
      throw error
    })
  }

  /** Counts a page view by person, so that people behind one address do not share a rate limit. */
  async function countPageView(caller: Caller) {
    const person = await findPerson(caller)
    await resources.limits.take('read', person?.viewer.id ?? caller.address)
  }

  /** A context without a viewer. */
  function ctxOf({ log, session, addCacheTags }: Caller): Ctx {
    return { ...resources, viewer: null, signedIn: null, log, session, addCacheTags, invalidate: outsideTransaction }
  }

  /** For requests that use the configuration of sign-in and storage. */
  async function freshCtxOf(caller: Caller): Promise<Ctx> {
    await refreshConfig()
    return ctxOf(caller)
  }

  /** On writes that anyone may make, an invalid token is ignored. An invalid API key is refused. */
  async function identifyFor(ctx: Ctx, { access }: Endpoint, reads: boolean) {
    try {
      return await identify(ctx, reads)
    } catch (error) {
      const isRefused = ctx.session.apiKey !== null || access !== 'anyone' || reads
      if (!isRefused && error instanceof Refusal) return null
      throw error
    }
  }

  return { serve, call, findPerson, countPageView, ctxOf, freshCtxOf, keys: () => [...served.keys()] }
}

/** Pages and file downloads, which do not accept API keys. */
export function withoutApiKey(caller: Caller): Caller {
  return { ...caller, session: { ...caller.session, apiKey: null } }
}

function hasScope({ scopes }: NonNullable<Viewer['apiKey']>, { scope }: Endpoint) {
  return scope === 'any' || (scope !== undefined && scopes.includes(scope))
}

const CLOSED_TO_KEYS = 'API keys can’t call this endpoint. Sign in as a person instead.'

function denialOf(endpoint: Endpoint, viewer: Viewer | null) {
  const { access, scope = null } = endpoint
  if (viewer?.apiKey && !hasScope(viewer.apiKey, endpoint))
    return new Refusal('scope-missing', { scope, ...(scope === null && { message: CLOSED_TO_KEYS }) })
  if (access === 'anyone') return null
  if (!viewer) return new Refusal('sign-in-needed')
  return hasRole(viewer, access) ? null : new Refusal('not-allowed')
}

type Served = { handle: Handler<EndpointKey>; shapes: Record<Part, z.ZodObject | undefined> }

/** Without a body, that of an empty object, which the handler refuses. */
function textOf(body: unknown) {
  return typeof body === 'string' ? body : '{}'
}

function receive(part: Part, shape: z.ZodObject | undefined, value: unknown) {
  if (shape) return parsePart(part, shape, value ?? {})
  const empty = value === undefined || value === null || Object.keys(value).length === 0
  if (!empty) throw new Refusal('invalid', { issues: [{ path: [part], message: `This endpoint takes no ${part}.` }] })
  return undefined
}

function outsideTransaction(): never {
  throw new Error('invalidate() must be called inside inTransaction()')
}
