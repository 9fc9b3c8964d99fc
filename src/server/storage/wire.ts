import type { FastifyReply, FastifyRequest } from 'fastify'
import { ZodError } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { StorageError } from '#contract/hosted/storage.ts'
import { asRefusal } from '#server/platform/refuse.ts'

/** Pages of any site may ask: a token says who they ask for, and no cookie is read. */
export const OPEN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': [
    'x-goog-upload-url',
    'x-goog-upload-status',
    'x-goog-upload-size-received',
    'content-range',
    'content-disposition',
    'accept-ranges',
    'etag',
  ].join(', '),
}

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers': [
    'authorization',
    'content-type',
    'range',
    'if-none-match',
    'if-range',
    'x-firebase-storage-version',
    'x-firebase-gmpid',
    'x-firebase-appcheck',
    'x-firebase-client',
    'x-client-version',
    'x-goog-hash',
    'x-goog-upload-protocol',
    'x-goog-upload-command',
    'x-goog-upload-offset',
    'x-goog-upload-content-type',
    'x-goog-upload-header-content-length',
    'x-goog-upload-header-content-type',
  ].join(', '),
  'access-control-max-age': '3600',
}

export async function preflight(_request: FastifyRequest, reply: FastifyReply) {
  return reply.status(204).headers(PREFLIGHT).send()
}

/** Clients go by the status alone. They ask again after a 5xx, 408 or 429, so those are for passing trouble only. */
export function answerStorageError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = error instanceof ZodError ? new Refusal('invalid') : refusalOf(error, request)
  if (!refusal) request.log.error({ err: error }, 'fault')
  const wait = refusal?.details['retryAfter']
  if (typeof wait === 'number') reply.header('retry-after', wait)
  const code = refusal?.status ?? 503
  const message = refusal ? refusal.message : 'The service is not available.'
  const body: StorageError = { error: { code, message } }
  return reply.status(code).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(body)
}

/** A sender that goes away in the middle is no fault of ours. */
function refusalOf(error: unknown, { raw }: FastifyRequest): Refusal | null {
  return raw.destroyed && !raw.complete ? new Refusal('malformed') : asRefusal(error)
}
