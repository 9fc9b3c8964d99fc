import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '#contract/errors.ts'
import type { Db } from '#server/platform/db.ts'
import type { RateLimits } from '#server/platform/rate-limits.ts'
import { toRefusal, setErrorHeaders } from '#server/platform/error-response.ts'
import type { VerifyToken } from './caller.ts'

export type FirebaseDataOptions = {
  db: Db
  now: () => Date
  base: string
  projectId: string
  limits: RateLimits
  verify: VerifyToken
  /** The largest response of the data tree. */
  treeBytes?: number
}

/** Null for an unexpected error, which is logged. */
export function reportRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): Refusal | null {
  const refusal = toRefusal(error)
  if (!refusal) request.log.error({ err: error }, 'fault')
  if (refusal) setErrorHeaders(reply, refusal)
  return refusal
}

export function errorText({ details, message }: Refusal): string {
  return typeof details['reason'] === 'string' ? details['reason'] : message
}
