import type { Ctx } from '#server/platform/ctx.ts'
import type { LimitName } from '#server/platform/limits.ts'

/** One call of the hosted service: what it counts against, and what it answers. */
export type HostedCall = {
  method: 'GET' | 'POST'
  path: string
  limit: LimitName
  run(ctx: Ctx, body: unknown): Promise<Record<string, unknown>>
}
