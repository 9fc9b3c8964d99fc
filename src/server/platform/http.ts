import compress from '@fastify/compress'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { constants } from 'node:zlib'
import type pino from 'pino'
import { Refusal } from '#contract/errors.ts'
import { type Work, endWork, runAs, startWork } from './current-work.ts'
import { nextRequestId } from './ids.ts'
import { hasNullCharacter, nullRefusal } from './parse-json.ts'

const MAX_URL_LENGTH = 8000
/** Long enough for the largest upload chunk over a slow connection. Silent clients are dropped much earlier. */
const REQUEST_TIMEOUT_MS = 5 * 60_000
const BODY_BYTES = 256 * 1024

/** Only secrets have this length in a path. API keys do not belong there, but clients make mistakes. */
const SECRET_IN_PATH = /\/(?:[\w-]{43}|[^/]*bramble_sk_[^/]*)(?=\/|$)/g

declare module 'fastify' {
  interface FastifyRequest {
    /** Its name is the route pattern. For pages, it is set once the page is known. */
    work: Work
  }
  interface FastifyContextConfig {
    /** The response is an event stream, which stays open. */
    isStream?: boolean
    /** A JSON body is not parsed. */
    bodyAsText?: boolean
    /** The name of a group of routes, such as those for the built files. */
    routeGroup?: string
  }
}

export const UNMATCHED = 'unmatched'

export type ObservedRequest = { method: string; route: string; status: number; seconds: number }
/** Sees all requests except event streams. */
export type RequestObserver = {
  started(work: Work, request: Pick<FastifyRequest, 'method' | 'headers'>): void
  responded(request: ObservedRequest, work: Work): void
  /** After the response, or when the client has disconnected. */
  closed(work: Work): void
}

export type Http = FastifyInstance<Server, IncomingMessage, ServerResponse, pino.Logger>

type Options = {
  /** Which proxies to trust for the client's address. */
  trustProxy: boolean | number | string
  log: pino.Logger
  /** Sent with every response. */
  headers: Record<string, string>
  /** Sends every error response. */
  onError(error: unknown, request: FastifyRequest, reply: FastifyReply): unknown
  /** Called before Fastify. Sends cached pages, and returns true when it has responded. */
  shortcut(request: IncomingMessage, response: ServerResponse): boolean
  observers?: readonly RequestObserver[]
}

/** The HTTP server without routes: size and time limits, headers, request ids, logs, compression, errors. */
export async function createHttp({
  trustProxy,
  log,
  headers,
  onError,
  shortcut,
  observers = [],
}: Options): Promise<Http> {
  const app = fastify<Server, IncomingMessage, ServerResponse, pino.Logger>({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    bodyLimit: BODY_BYTES,
    routerOptions: { maxParamLength: MAX_URL_LENGTH, caseSensitive: true, ignoreDuplicateSlashes: false },
    forceCloseConnections: 'idle',
    genReqId: (request) => requestId(request.headers['x-request-id']),
    // These errors occur before any hook has run.
    frameworkErrors: (error, request, reply) =>
      void onError(error, request, reply.headers({ ...headers, 'x-request-id': request.id })),
    serverFactory: (handler) =>
      createServerWithTimeouts((request, response) => shortcut(request, response) || handler(request, response)),
  })

  app.removeContentTypeParser('text/plain')
  app.removeContentTypeParser('application/json')
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (request.routeOptions.config?.bodyAsText) return done(null, text)
    if (hasNullCharacter(String(text))) return done(nullRefusal())
    return parse(request, String(text), done)
  })

  app.decorateRequest('work')
  app.addHook('onRequest', async (request, reply) => {
    const work = startWork('route', routeOf(request))
    request.work = work
    if (request.routeOptions.config?.isStream) endWork(work)
    else {
      for (const observer of observers) observer.started(work, request)
      reply.raw.once('close', () => {
        endWork(work)
        for (const observer of observers) observer.closed(work)
      })
    }
    reply.headers({ ...headers, 'x-request-id': request.id })
    if (request.url.length > MAX_URL_LENGTH) throw new Refusal('address-too-long')
    if (request.url.includes('%00')) throw new Refusal('malformed')
  })
  // The last hook before the handler: the events of a request body are not part of an earlier context.
  app.addHook('preHandler', (request, _reply, done) => runAs(request.work, done))
  app.addHook('onResponse', async (request, reply) => {
    // No query string and no secrets in the path: links in mail carry codes and tokens there.
    const path = request.url.split('?', 1)[0]?.replace(SECRET_IN_PATH, '/…')
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const { method, work } = request
    request.log.info({ method, path, status: reply.statusCode, ms }, 'request')
    if (request.routeOptions.config?.isStream) return
    const observed = { method, route: work.name, status: reply.statusCode, seconds: reply.elapsedTime / 1000 }
    for (const observer of observers) observer.responded(observed, work)
  })
  app.setErrorHandler(onError)
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  return app
}

/** The pattern of the route, never the path: it would contain ids and secrets. */
function routeOf({ routeOptions: { url, config } }: FastifyRequest) {
  return config?.routeGroup ?? url?.replaceAll('::', ':') ?? UNMATCHED
}

/** Slow requests get 408 and are dropped. */
function createServerWithTimeouts(listener: (request: IncomingMessage, response: ServerResponse) => unknown) {
  return createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: 72_000,
      connectionsCheckingInterval: 2_000,
    },
    listener,
  )
}

/** Keeps a well-formed id from a proxy and replaces anything else. */
function requestId(given: string | string[] | undefined) {
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : nextRequestId()
}
