import type { z } from 'zod'
import { type EndpointKey, type Received, type Reply, endpoints } from '#contract/endpoints.ts'
import { type Endpoint, hasRole } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx, Identified, Session } from './ctx.ts'
import type { Limits } from './rate-limits.ts'
import type { Log } from './log.ts'
import { asRefusal } from './refuse.ts'
import { DatabaseUnavailable } from './watched-pool.ts'

/** Who stands at the api, whether they came over the wire or with a page that is being rendered. */
export type Caller = {
  address: string
  log: Log
  session: Session
  shows(...names: string[]): void
  /** Whether the request was counted against the rate limits: the calls of a page count as one. */
  counted?: boolean
  /** Found once for all the calls that one page makes. */
  identified?: Promise<Identified | null>
}

export type RawInput = { params?: unknown; query?: unknown; body?: unknown }

type Access<K extends EndpointKey> = (typeof endpoints)[K]['access']
type Handler<K extends EndpointKey> = (
  ctx: Ctx<Access<K> extends 'anyone' ? Viewer | null : Viewer>,
  input: Received<K>,
) => Promise<Reply<K>> | Reply<K>

export type Serve = <K extends EndpointKey>(key: K, handle: Handler<K>) => void

export type Resources = Pick<
  Ctx,
  'db' | 'now' | 'site' | 'identity' | 'tokens' | 'vault' | 'storage' | 'blobs' | 'outside' | 'dropCached'
> & {
  limits: Limits
  /** Whoever holds the ID token or, where nothing is changed, the cookie. */
  identify(ctx: Ctx, reads: boolean): Promise<Identified | null>
}

export type Api = ReturnType<typeof createApi>

/** The one way in: the same limits, access, validation and refusals for the browser and for our own pages. */
export function createApi({ identify, ...resources }: Resources) {
  const served = new Map<EndpointKey, Served>()

  const serve: Serve = (key, handle) => {
    if (served.has(key)) throw new Error(`${key} is served twice`)
    const { params, query, body }: Endpoint = endpoints[key]
    // Fields that the contract does not name are refused, not ignored: a misspelt one would seem to work.
    const shapes = { params: params?.strict(), query: query?.strict(), body: body?.strict() }
    // Each handler is stored under its own key, which the map's type cannot say.
    served.set(key, { handle: handle as unknown as Handler<EndpointKey>, shapes })
  }

  /** A page that is being rendered can only handle refusals, so a database that is away becomes one here. */
  async function enter<K extends EndpointKey>(key: K, input: RawInput, caller: Caller): Promise<Reply<K>> {
    try {
      return await handled(key, input, caller)
    } catch (error) {
      throw error instanceof DatabaseUnavailable ? asRefusal(error) : error
    }
  }

  async function handled<K extends EndpointKey>(key: K, input: RawInput, caller: Caller): Promise<Reply<K>> {
    const endpoint: Endpoint = endpoints[key]
    const here = served.get(key)
    if (!here) throw new Error(`${key} is not served`)

    const reads = key.startsWith('GET ')
    const stranger = ctxOf(caller)
    caller.identified ??= known(stranger, endpoint, reads)
    const identified = await caller.identified
    const viewer = identified?.viewer ?? null
    if (!caller.counted) {
      // What makes accounts and tries secrets is counted by the address: a new account must not bring a new count.
      const who = endpoint.access === 'anyone' && endpoint.limit ? caller.address : (viewer?.id ?? caller.address)
      await resources.limits.take(endpoint.limit ?? (reads ? 'read' : 'write'), who)
    }
    checkAccess(endpoint, viewer)
    const received = {
      params: parsePart('params', here.shapes.params, input.params),
      query: parsePart('query', here.shapes.query, input.query),
      body: parsePart('body', here.shapes.body, input.body),
    }
    const ctx: Ctx = { ...stranger, viewer, signedIn: identified?.signedIn ?? null }
    const reply = await here.handle(ctx as Ctx<Viewer>, received as Received<EndpointKey>)
    return endpoint.reply.parse(reply) as Reply<K>
  }

  /** Counts a page with a credential: by person, so that people behind one address do not share a rate limit. */
  async function countPage(caller: Caller) {
    caller.identified ??= identify(ctxOf(caller), true)
    // A credential that is refused counts against the address; the calls of the page report why.
    const identified = await caller.identified.catch((error: unknown) => {
      if (error instanceof Refusal) return null
      throw error
    })
    await resources.limits.take('read', identified?.viewer.id ?? caller.address)
  }

  /** All that a service needs, for somebody of whom nothing is known yet. */
  function ctxOf({ log, session, shows: addCacheTags }: Caller): Ctx {
    return { ...resources, viewer: null, signedIn: null, log, session, addCacheTags, invalidate: outsideTransaction }
  }

  /** Where anyone may come in, a token that has run out is no reason to turn them away. */
  async function known(ctx: Ctx, { access }: Endpoint, reads: boolean) {
    try {
      return await identify(ctx, reads)
    } catch (error) {
      if (access === 'anyone' && !reads && error instanceof Refusal) return null
      throw error
    }
  }

  return { serve, enter, countPage, ctxOf, keys: () => [...served.keys()] }
}

function checkAccess({ access }: Endpoint, viewer: Viewer | null) {
  if (access === 'anyone') return
  if (!viewer) throw new Refusal('sign-in-needed')
  if (!hasRole(viewer, access)) throw new Refusal('not-allowed')
}

type Part = 'params' | 'query' | 'body'
type Served = { handle: Handler<EndpointKey>; shapes: Record<Part, z.ZodObject | undefined> }

function parsePart(part: Part, shape: z.ZodObject | undefined, value: unknown) {
  if (!shape) {
    const empty = value === undefined || value === null || Object.keys(value).length === 0
    if (!empty) throw new Refusal('invalid', { issues: [{ path: [part], message: 'Nothing is expected here.' }] })
    return undefined
  }
  const parsed = shape.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: [part, ...path.map(String)], message }))
  throw new Refusal('invalid', { issues })
}

function outsideTransaction(): never {
  throw new Error('touch() only counts inside inTransaction()')
}
