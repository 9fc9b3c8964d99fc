import type { Ctx } from '#server/platform/ctx.ts'
import type { LimitName } from '#server/platform/rate-limits.ts'

/** One call of the hosted service: what it counts against, and what it answers. */
export type HostedCall = {
  method: 'GET' | 'POST'
  path: string
  /** By address. What is counted by account as well is counted by its service. */
  limit: LimitName
  /** Answers our own pages too, which do not know the key that clients were given. */
  anyKey?: true
  run(ctx: Ctx, body: unknown): Promise<Record<string, unknown>>
}
