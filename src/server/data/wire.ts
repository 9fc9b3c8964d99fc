import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '#contract/errors.ts'
import type { Db } from '#server/platform/db.ts'
import type { Http } from '#server/platform/http.ts'
import type { Limits } from '#server/platform/limits.ts'
import { asRefusal } from '#server/platform/refuse.ts'
import type { Verify } from './caller.ts'

export type DataOptions = {
  db: Db
  now: () => Date
  base: string
  projectId: string
  limits: Limits
  verify: Verify
}

/** Pages of any site may ask: a token says who they ask for, and no cookie is read. */
const OPEN = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' }

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers': [
    'authorization',
    'content-type',
    'google-cloud-resource-prefix',
    'x-goog-request-params',
    'x-goog-api-client',
    'x-firebase-gmpid',
    'x-firebase-appcheck',
    'x-client-version',
    'x-firebase-client',
    'x-firebase-locale',
  ].join(', '),
  'access-control-max-age': '3600',
}

/** Every answer below, a refusal as well, can be read by the page that asked. */
export function openToPages(app: Http) {
  app.addHook('onSend', async (_request, reply) => void reply.headers(OPEN))
}

export async function preflight(_request: FastifyRequest, reply: FastifyReply) {
  return reply.status(204).headers(PREFLIGHT).send()
}

/** The refusal behind an error. A fault is logged whole, and null. */
export function refusalOf(error: unknown, request: FastifyRequest, reply: FastifyReply): Refusal | null {
  const refusal = asRefusal(error)
  if (!refusal) request.log.error({ err: error }, 'fault')
  if (typeof refusal?.details['retryAfter'] === 'number') reply.header('retry-after', refusal.details['retryAfter'])
  return refusal
}

/** What to say: the reason when there is one. */
export function wordsOf({ details, message }: Refusal): string {
  return typeof details['reason'] === 'string' ? details['reason'] : message
}
