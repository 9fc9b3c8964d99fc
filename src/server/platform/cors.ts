import type { FastifyReply, FastifyRequest } from 'fastify'
import { limitAddress } from './api-routes.ts'
import type { Caller } from './api.ts'

/** What clients of the hosted services send, of all of them together. */
const SENT = [
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
  'access-control-allow-headers': SENT.join(', '),
  'access-control-max-age': '3600',
}

/** What this needs of an app, whatever its logger. */
type Hooked = {
  addHook(name: 'onSend', hook: (request: FastifyRequest, reply: FastifyReply) => Promise<void>): unknown
}

/**
 * Pages of any site may ask below, and read the refusals too: a token says who they ask for, and no cookie is read. It is
 * said at the end, because an address that cannot be decoded never gets to the beginning.
 */
export function openToPages(app: Hooked, exposed: readonly string[] = []) {
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

/** The ID token of a header: the hosted services call it by either word. */
export function bearerOf(header: string | undefined): string | null {
  return /^(?:Bearer|Firebase) +(\S+)$/i.exec(header ?? '')?.[1] ?? null
}

/** Whoever asks below: known by the token, if at all, and never by the cookie. */
export function tokenCaller({ ip, log, headers }: FastifyRequest): Caller {
  const device = (headers['user-agent'] ?? '').slice(0, 300)
  const address = limitAddress(ip)
  const asked = { bearer: bearerOf(headers.authorization), device, address, unfollowed: false }
  const session = { token: null, devices: null, ...asked, replace: () => {}, remember: () => {} }
  return { address, log, shows: () => {}, session }
}
