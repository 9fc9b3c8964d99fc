import type { Ctx } from '#server/platform/ctx.ts'
import type { LimitName } from '#server/platform/rate-limits.ts'

/** One Firebase Auth call. */
export type AuthCall = {
  method: 'GET' | 'POST'
  path: string
  /** By IP address. Limits by account are applied in the services. */
  limit: LimitName
  /** For our own pages, which do not have the API key. */
  anyKey?: true
  run(ctx: Ctx, body: unknown): Promise<Record<string, unknown>>
}
