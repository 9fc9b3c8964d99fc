import compress from '@fastify/compress'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { constants } from 'node:zlib'
import type pino from 'pino'
import { Refusal } from '#contract/errors.ts'
import { nextRequestId } from './ids.ts'

const LONGEST_ADDRESS = 8000
/** The largest piece of an upload must fit in, over a slow line; a client that says nothing is dropped long before. */
const SLOWEST_REQUEST_MS = 5 * 60_000
const BODY_BYTES = 256 * 1024
// An escaped null character: an even number of backslashes before it would make it plain text.
const NULL_IN_JSON = /(?<!\\)(?:\\\\)*\\u0000/

/** As long as our secrets are, and as nothing else in an address is. */
const SECRET_IN_PATH = /\/[\w-]{43}(?=\/|$)/g

export type Http = FastifyInstance<Server, IncomingMessage, ServerResponse, pino.Logger>

type Options = {
  /** Whether, or how far, to believe what a proxy says about the visitor's address. */
  trustProxy: boolean | number | string
  log: pino.Logger
  /** What every answer carries. */
  headers: Record<string, string>
  /** The one place that answers an error. */
  onError(error: unknown, request: FastifyRequest, reply: FastifyReply): unknown
  /** Asked first; true when it has answered. Kept pages are sent from here without any of the rest. */
  shortcut(request: IncomingMessage, response: ServerResponse): boolean
}

/** The server without any routes: limits of size and time, headers, request ids, logs, compression, errors. */
export async function createHttp({ trustProxy, log, headers, onError, shortcut }: Options): Promise<Http> {
  const app = fastify<Server, IncomingMessage, ServerResponse, pino.Logger>({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    bodyLimit: BODY_BYTES,
    routerOptions: { maxParamLength: LONGEST_ADDRESS, caseSensitive: true, ignoreDuplicateSlashes: false },
    forceCloseConnections: 'idle',
    genReqId: (request) => requestId(request.headers['x-request-id']),
    // These come before any hook has run.
    frameworkErrors: (error, request, reply) =>
      void onError(error, request, reply.headers({ ...headers, 'x-request-id': request.id })),
    serverFactory: (handler) =>
      patientServer((request, response) => shortcut(request, response) || handler(request, response)),
  })

  app.removeContentTypeParser('text/plain')
  app.removeContentTypeParser('application/json')
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (NULL_IN_JSON.test(String(text))) return done(new Refusal('malformed', { reason: 'a null character' }))
    return parse(request, String(text), done)
  })

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...headers, 'x-request-id': request.id })
    if (request.url.length > LONGEST_ADDRESS) throw new Refusal('address-too-long')
    if (request.url.includes('%00')) throw new Refusal('malformed')
  })
  app.addHook('onResponse', async (request, reply) => {
    // Without the query, where codes and tokens of mailed links travel, nor a secret that stands in the path.
    const path = request.url.split('?', 1)[0]?.replace(SECRET_IN_PATH, '/…')
    const ms = Math.round(reply.elapsedTime * 10) / 10
    request.log.info({ method: request.method, path, status: reply.statusCode, ms }, 'request')
  })
  app.setErrorHandler(onError)
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  return app
}

/** A server that does not wait for ever: a request that trickles in is answered with 408 and dropped. */
function patientServer(listener: (request: IncomingMessage, response: ServerResponse) => unknown) {
  return createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: SLOWEST_REQUEST_MS,
      keepAliveTimeout: 72_000,
      connectionsCheckingInterval: 2_000,
    },
    listener,
  )
}

/** A sensible id from a proxy is carried on; anything else is replaced. */
function requestId(given: string | string[] | undefined) {
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : nextRequestId()
}
