import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorReply, Refusal, type RefusalCode } from '#contract/errors.ts'
import { codeOf } from './errors.ts'
import { DatabaseUnavailable } from './watched-pool.ts'

const RETRY_SECONDS = 5

/** What the framework and the database call it, and what we call it. */
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
export function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (error instanceof DatabaseUnavailable) return new Refusal('unavailable', { retryAfter: RETRY_SECONDS })
  const known = translations[codeOf(error) ?? '']
  if (known) return new Refusal(known)
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500
  return typeof status === 'number' && status >= 400 && status < 500 ? new Refusal('malformed') : null
}

/** Headers that say when to come again, or how. */
export function sayWhen(reply: FastifyReply, { details: { retryAfter, allow } }: Refusal) {
  if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter)
  if (Array.isArray(allow)) reply.header('allow', allow.join(', '))
}

/** The one place that answers an error: a refusal with its code, a fault with nothing but a number to quote. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = asRefusal(error)
  if (!refusal) request.log.error({ err: error }, 'fault')
  if (refusal) sayWhen(reply, refusal)
  const body: ErrorReply = {
    error: {
      code: refusal?.code ?? 'fault',
      message: refusal?.message ?? 'Something went wrong on our side. Quote this number if you report it.',
      details: refusal?.details ?? {},
      requestId: request.id,
    },
  }
  return reply
    .status(refusal?.status ?? 500)
    .header('cache-control', 'no-store')
    .send(body)
}
