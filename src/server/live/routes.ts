import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import { Id } from '#contract/shapes.ts'
import { requireCanEdit } from '#server/articles/drafts/editors.ts'
import { identify } from '#server/identity/identify.ts'
import { unread } from '#server/notifications/list.ts'
import { callerOf } from '#server/platform/api-routes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Api, Serve } from '#server/platform/api.ts'
import type { Http } from '#server/platform/http.ts'
import type { LiveHub } from './hub.ts'
import { renewPresence } from './presence.ts'
import { responseCounts } from './story-news.ts'
import { Stream } from './stream.ts'

const RETRY_MS = 2000

/** The last id that arrived: a change of the person's list and, where a story is open, a time. */
const Place = z.string().regex(/^\d{1,15}(\.\d{1,15})?$/)
const Asked = z
  .object({ story: Id.optional(), edit: Id.optional(), client: Id.optional(), after: Place.optional() })
  .refine(({ edit, client }) => (edit === undefined) === (client === undefined))

export function presenceRoutes(serve: Serve) {
  serve('PUT /api/articles/{id}/presence', (ctx, { params, body }) => renewPresence(ctx, params.id, body.client))
}

/** `api/live`: what happens, as it happens, to whoever is signed in or has a story open. */
export function mountLive(http: Http, { api, hub, site }: { api: Api; hub: LiveHub; site: Ctx['site'] }) {
  http.get(`${site.base}api/live`, { exposeHeadRoute: false }, async (request, reply) => {
    const { story, edit, client, after } = read(request)
    const caller = callerOf(request, reply, site)
    const ctx = api.ctxOf(caller)
    const identified = await identify(ctx, true)
    const personId = identified?.viewer.id ?? null
    await ctx.limits.take('read', personId ?? caller.address)
    if (personId === null && story === undefined) throw new Refusal('sign-in-needed')
    if (story !== undefined && !(await responseCounts(ctx, [story])).has(story)) throw new Refusal('not-found')
    if (edit !== undefined) {
      if (!identified) throw new Refusal('sign-in-needed')
      await requireCanEdit({ db: ctx.db, viewer: identified.viewer }, edit)
    }
    hub.checkRoom({ personId, address: caller.address })

    const [seq, storyAt] = (after ?? '').split('.')
    const stream = new Stream(
      reply.raw,
      {
        personId,
        sessionId: identified?.signedIn.sessionId ?? null,
        storyId: story ?? null,
        draft: edit !== undefined && client !== undefined ? { articleId: edit, client } : null,
        address: caller.address,
      },
      {
        seq: await placeOf(ctx, identified?.viewer ?? null, seq),
        storyAt: storyAt ? Number(storyAt) : ctx.now().getTime(),
      },
    )
    begin(reply)
    stream.write(`retry: ${RETRY_MS}\nid: ${stream.id}\n\n`)
    reply.raw.once('close', () => hub.leave(stream))
    // Gone while it was being found out who it is: then nobody will say that it is closed.
    if (!reply.raw.destroyed) hub.open(stream, Boolean(storyAt))
  })
}

function read({ query, headers }: FastifyRequest) {
  const parsed = Asked.safeParse(query)
  if (!parsed.success) throw new Refusal('invalid', { issues: [{ path: ['query'], message: 'Not a place to go on.' }] })
  // A browser that comes back by itself asks as it did at first, and says in a header what it had since.
  const since = Place.safeParse(headers['last-event-id'])
  return since.success ? { ...parsed.data, after: since.data } : parsed.data
}

/** Where to begin: after what they have; nobody has more than there is. Whoever says nothing wants only what is new. */
async function placeOf(ctx: Pick<Ctx, 'db'>, viewer: Parameters<typeof unread>[0]['viewer'] | null, seq?: string) {
  if (!viewer) return 0
  const { lastSeq } = await unread({ ...ctx, viewer })
  return seq ? Math.min(Number(seq), lastSeq) : lastSeq
}

function begin(reply: FastifyReply) {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.hijack()
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Proxies that gather an answer before they pass it on would gather this one for ever.
    'x-accel-buffering': 'no',
  })
}
