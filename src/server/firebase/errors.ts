import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '#contract/errors.ts'
import type { Db } from '#server/platform/db.ts'
import type { RateLimits } from '#server/platform/rate-limits.ts'
import { toRefusal, setErrorHeaders } from '#server/platform/error-response.ts'
import type { Verify } from './caller.ts'

export type DataOptions = {
  db: Db
  now: () => Date
  base: string
  projectId: string
  limits: RateLimits
  verify: Verify
  /** The longest answer of the data tree. */
  treeBytes?: number
}

/** The refusal behind an error. A fault is logged whole, and null. */
export function refusalOf(error: unknown, request: FastifyRequest, reply: FastifyReply): Refusal | null {
  const refusal = toRefusal(error)
  if (!refusal) request.log.error({ err: error }, 'fault')
  if (refusal) setErrorHeaders(reply, refusal)
  return refusal
}

/** What to say: the reason when there is one. */
export function wordsOf({ details, message }: Refusal): string {
  return typeof details['reason'] === 'string' ? details['reason'] : message
}
