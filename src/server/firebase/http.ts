import type { FastifyReply, FastifyRequest } from 'fastify'
import { rateLimitAddress } from '#server/platform/api-routes.ts'
import type { Caller } from '#server/platform/api.ts'
import type { SiteConfig } from '#server/platform/site-config.ts'
import type { Session } from '#server/platform/ctx.ts'

const MAX_ORIGIN = 300
const OPAQUE_ORIGIN = 'null'

/** The request headers that Firebase clients send. */
const REQUEST_HEADERS = [
  'authorization',
  'content-type',
  'google-cloud-resource-prefix',
  'if-none-match',
  'if-range',
  'range',
  'x-client-version',
  'x-firebase-appcheck',
  'x-firebase-client',
  'x-firebase-gmpid',
  'x-firebase-locale',
  'x-firebase-storage-version',
  'x-goog-api-client',
  'x-goog-hash',
  'x-goog-request-params',
  'x-goog-upload-command',
  'x-goog-upload-content-type',
  'x-goog-upload-header-content-length',
  'x-goog-upload-header-content-type',
  'x-goog-upload-offset',
  'x-goog-upload-protocol',
]

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers': REQUEST_HEADERS.join(', '),
  'access-control-max-age': '3600',
}

/** A Fastify app with any logger. */
type HookableApp = {
  addHook(name: 'onSend', hook: (request: FastifyRequest, reply: FastifyReply) => Promise<void>): unknown
}

/**
 * Lets pages of any origin call these routes and read their errors. They authenticate by token, never by cookie. The headers
 * are set in onSend because a URL that cannot be decoded never reaches onRequest.
 */
export function allowAnyOrigin(app: HookableApp, exposed: readonly string[] = []) {
  const open = {
    'access-control-allow-origin': '*',
    ...(exposed.length > 0 && { 'access-control-expose-headers': exposed.join(', ') }),
  }
  app.addHook('onSend', async (_request, reply) => {
    reply.headers(open)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}

export async function preflight(_request: FastifyRequest, reply: FastifyReply) {
  return reply.status(204).headers(PREFLIGHT).send()
}

/** The ID token of an Authorization header. Firebase clients use either scheme. */
export function bearerOf(header: string | undefined): string | null {
  return /^(?:Bearer|Firebase) +(\S+)$/i.exec(header ?? '')?.[1] ?? null
}

/** A caller that is identified by token only, never by cookie. */
export function callerFromToken(
  { id, ip, log, headers, host }: FastifyRequest,
  site: Pick<SiteConfig, 'origin'>,
): Caller {
  const device = (headers['user-agent'] ?? '').slice(0, 300)
  const address = rateLimitAddress(ip)
  const languages = (headers['accept-language'] ?? '').slice(0, 100)
  const sent = { bearer: bearerOf(headers.authorization), device, languages, address, requestId: id, doNotTrack: false }
  const client = { origin: foreignOrigin(headers.origin, site.origin, host) }
  const session: Session = {
    source: 'visitor',
    token: null,
    devices: null,
    client,
    ...sent,
    replace: () => {},
    remember: () => {},
    viewAs: null,
    apiKey: null,
    replaceViewAs: () => {},
  }
  return { address, log, addCacheTags: () => {}, session }
}

/**
 * The origin of a page of another site. Null for our own pages, and for programs, which send none. An origin that names no
 * site, as that of a sandboxed frame, is `null` as text.
 */
function foreignOrigin(origin: string | undefined, site: string, host: string) {
  if (origin === undefined || origin === site) return null
  if (origin.length > MAX_ORIGIN || !URL.canParse(origin)) return OPAQUE_ORIGIN
  return new URL(origin).host === host ? null : origin
}
