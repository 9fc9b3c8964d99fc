import type { FastifyReply, FastifyRequest } from 'fastify'
import { ZodError } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { StorageError } from '#contract/firebase/storage.ts'
import { toRefusal, setErrorHeaders } from '#server/platform/error-response.ts'

/** Clients use the status alone and retry 5xx, 408 and 429, so those are for temporary errors only. */
export function sendStorageError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = error instanceof ZodError ? new Refusal('invalid') : toStorageRefusal(error, request)
  if (!refusal) request.log.error({ err: error }, 'fault')
  if (refusal) setErrorHeaders(reply, refusal)
  const code = refusal?.status ?? 503
  // Firebase clients in browsers look for these words in the status line.
  if (refusal?.code === 'invalid-app-check') reply.raw.statusMessage = 'Firebase App Check token is invalid'
  const message = refusal ? refusal.message : 'The service is not available.'
  const body: StorageError = { error: { code, message, status: refusal?.code ?? 'internal-error' } }
  return reply.status(code).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(body)
}

/** A client that disconnects midway is not a server error. */
function toStorageRefusal(error: unknown, { raw }: FastifyRequest): Refusal | null {
  return raw.destroyed && !raw.complete ? new Refusal('malformed') : toRefusal(error)
}
