import type { FastifyReply, FastifyRequest } from 'fastify'
import { createCachedResponses } from '#server/rendering/cached-response.ts'
import { callerOf } from '#server/platform/api-routes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { CacheTag } from '#server/platform/cache/cache-tags.ts'
import type { FormCache } from '#server/rendering/page-forms.ts'

export type SendCached = ReturnType<typeof createCachedRoutes>

type File = { type: string; body: string }
type Options = { ctx: Ctx; cache: FormCache; headers: Record<string, string> }

/** Responses that are the same for everyone, stored in the page cache and invalidated by tags. */
export function createCachedRoutes({ ctx, cache, headers: commonHeaders }: Options) {
  const cachedResponses = createCachedResponses(cache, commonHeaders)

  return async function sendCached(
    request: FastifyRequest,
    reply: FastifyReply,
    { key, make }: { key: string; make(ctx: Ctx): Promise<File> },
  ) {
    if (!cache.get(key)) await ctx.limits.take('read', callerOf(request, reply, ctx.site).address)
    const entry = await cache.getOrLoad(key, async () => {
      const tags = new Set<CacheTag>()
      const tagged: Ctx = { ...ctx, addCacheTags: (...added) => added.forEach((tag) => tags.add(tag)) }
      return { status: 200, data: { kind: 'file' as const, ...(await make(tagged)) }, tags }
    })
    const form = await cache.whole(entry, 'file', (data) => {
      if (data.kind !== 'file') throw new Error(`${key} is not a file`)
      return data
    })
    const { status, headers, body } = await cachedResponses.respond(entry, form, request.headers)
    for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] ?? '', headers[at + 1])
    return reply.status(status).send(body ?? undefined)
  }
}
