import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorReply, Refusal, type RefusalCode } from '#contract/errors.ts'
import { codeOf } from './errors.ts'
import { DatabaseUnavailable } from './watched-pool.ts'

const RETRY_SECONDS = 5

/** Error codes of Fastify and PostgreSQL, and our codes for them. */
const translations: Record<string, RefusalCode> = {
  'FST_ERR_BAD_URL': 'malformed',
  'FST_ERR_MAX_PARAM_LENGTH': 'address-too-long',
  'FST_ERR_CTP_BODY_TOO_LARGE': 'too-large',
  'FST_ERR_CTP_INVALID_MEDIA_TYPE': 'wrong-type',
  'FST_ERR_CTP_EMPTY_JSON_BODY': 'malformed',
  'FST_ERR_CTP_INVALID_JSON_BODY': 'malformed',
  'FST_ERR_CTP_INVALID_CONTENT_LENGTH': 'malformed',
  // Text that PostgreSQL cannot store: a null character, half a surrogate pair.
  '22021': 'invalid',
  '22P05': 'invalid',
}

/** The refusal behind an error, or null when it is a fault. */
export function toRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (error instanceof DatabaseUnavailable) return new Refusal('unavailable', { retryAfter: RETRY_SECONDS })
  const known = translations[codeOf(error) ?? '']
  if (known) return new Refusal(known)
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500
  return typeof status === 'number' && status >= 400 && status < 500 ? new Refusal('malformed') : null
}

/** Sets `Retry-After` and `Allow`. */
export function setErrorHeaders(reply: FastifyReply, { details: { retryAfter, allow } }: Refusal) {
  if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter)
  if (Array.isArray(allow)) reply.header('allow', allow.join(', '))
}

/** Sends every API error: a refusal with its code and details, a fault with nothing but the request id. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = toRefusal(error)
  if (!refusal) request.log.error({ err: error }, 'fault')
  if (refusal) setErrorHeaders(reply, refusal)
  const body: ErrorReply = {
    error: {
      code: refusal?.code ?? 'fault',
      message: refusal?.message ?? 'Something went wrong on our side. Include the request ID if you report this.',
      details: refusal?.details ?? {},
      requestId: request.id,
    },
  }
  return reply
    .status(refusal?.status ?? 500)
    .header('cache-control', 'no-store')
    .send(body)
}
