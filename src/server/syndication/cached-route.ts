import type { FastifyReply, FastifyRequest } from 'fastify'
import { createKeptAnswers } from '#server/rendering/cached-response.ts'
import { callerOf } from '#server/platform/api-routes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { PageCache } from '#server/platform/cache/page-cache.ts'

export type KeptRoutes = ReturnType<typeof createKeptRoutes>

type Made = { type: string; body: string }
type Options = { ctx: Ctx; cache: PageCache; headers: Record<string, string> }

/** Answers that are the same for everybody, kept beside the pages until something they show changes. */
export function createKeptRoutes({ ctx, cache, headers: everywhere }: Options) {
  const keptAnswers = createKeptAnswers(cache, everywhere)

  /** What the key stands for, made by `make` when it is not there. */
  return async function answerKept(
    request: FastifyRequest,
    reply: FastifyReply,
    { key, make }: { key: string; make(ctx: Ctx): Promise<Made> },
  ) {
    if (!cache.get(key)) await ctx.limits.take('read', callerOf(request, reply, ctx.site).address)
    const kept = await cache.through(key, async () => {
      const shows = new Set<string>()
      const watched: Ctx = { ...ctx, addCacheTags: (...names) => names.forEach((name) => shows.add(name)) }
      return { ...(await make(watched)), status: 200, headers: {}, shows }
    })
    const { status, headers, body } = await keptAnswers.answer(kept, request.headers)
    for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] ?? '', headers[at + 1])
    return reply.status(status).send(body ?? undefined)
  }
}
