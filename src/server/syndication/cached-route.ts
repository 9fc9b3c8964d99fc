import type { FastifyReply, FastifyRequest } from 'fastify'
import { createCachedResponses } from '#server/rendering/cached-response.ts'
import { callerOf } from '#server/platform/api-routes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { CacheTag } from '#server/platform/cache/cache-tags.ts'
import type { PageCache } from '#server/platform/cache/page-cache.ts'

export type SendCached = ReturnType<typeof createCachedRoutes>

type Content = { type: string; body: string }
type Options = { ctx: Ctx; cache: PageCache; headers: Record<string, string> }

/** Responses that are the same for everyone, stored in the page cache and invalidated by tags. */
export function createCachedRoutes({ ctx, cache, headers: commonHeaders }: Options) {
  const cachedResponses = createCachedResponses(cache, commonHeaders)

  return async function sendCached(
    request: FastifyRequest,
    reply: FastifyReply,
    { key, make }: { key: string; make(ctx: Ctx): Promise<Content> },
  ) {
    if (!cache.get(key)) await ctx.limits.take('read', callerOf(request, reply, ctx.site).address)
    const page = await cache.getOrRender(key, async () => {
      const tags = new Set<CacheTag>()
      const tagged: Ctx = { ...ctx, addCacheTags: (...added) => added.forEach((tag) => tags.add(tag)) }
      return { ...(await make(tagged)), status: 200, headers: {}, tags }
    })
    const { status, headers, body } = await cachedResponses.respond(page, request.headers)
    for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] ?? '', headers[at + 1])
    return reply.status(status).send(body ?? undefined)
  }
}
