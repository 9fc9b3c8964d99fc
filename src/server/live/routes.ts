import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import { Id } from '#contract/shapes.ts'
import { requireCanEdit } from '#server/articles/drafts/editors.ts'
import { identify } from '#server/identity/identify.ts'
import { isImpersonating } from '#server/identity/impersonation.ts'
import { getUnreadState } from '#server/notifications/list.ts'
import { callerOf } from '#server/platform/api-routes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Api, Serve } from '#server/platform/api.ts'
import type { Http } from '#server/platform/http.ts'
import type { LiveHub } from './hub.ts'
import { renewPresence } from './presence.ts'
import { responseCounts } from './response-changes.ts'
import { Stream } from './stream.ts'

const RETRY_MS = 2000

/** The last event id: a seq and, with a story, a time. */
const EventId = z.string().regex(/^\d{1,15}(\.\d{1,15})?$/)
const LiveQuery = z
  .object({ story: Id.optional(), edit: Id.optional(), client: Id.optional(), after: EventId.optional() })
  .refine(({ edit, client }) => (edit === undefined) === (client === undefined))

export function presenceRoutes(serve: Serve) {
  serve('PUT /api/articles/{id}/presence', (ctx, { params, body }) => renewPresence(ctx, params.id, body.client))
}

/** `api/live`: server-sent events for signed-in people, and for visitors with a story open. */
export function mountLive(http: Http, { api, hub, site }: { api: Api; hub: LiveHub; site: Ctx['site'] }) {
  http.get(`${site.base}api/live`, { exposeHeadRoute: false, config: { isStream: true } }, async (request, reply) => {
    const { story, edit, client, after } = read(request)
    const caller = callerOf(request, reply, site)
    const ctx = api.ctxOf(caller)
    // Who views the site as another person is present as a visitor, and gets no personal events.
    const identified = (await isImpersonating(ctx)) ? null : await identify(ctx, true)
    const personId = identified?.viewer.id ?? null
    await ctx.limits.take('read', personId ?? caller.address)
    if (personId === null && story === undefined) throw new Refusal('sign-in-needed')
    if (story !== undefined && !(await responseCounts(ctx, [story])).has(story)) throw new Refusal('not-found')
    if (edit !== undefined) {
      if (!identified) throw new Refusal('sign-in-needed')
      await requireCanEdit({ db: ctx.db, viewer: identified.viewer }, edit)
    }
    hub.checkCapacity({ personId, address: caller.address })

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
        seq: await startSeq(ctx, identified?.viewer ?? null, seq),
        storyAt: storyAt ? Number(storyAt) : ctx.now().getTime(),
      },
    )
    startStream(reply)
    stream.write(`retry: ${RETRY_MS}\nid: ${stream.id}\n\n`)
    reply.raw.once('close', () => hub.leave(stream))
    // Closed before the listener was attached: `close` will not fire again.
    if (!reply.raw.destroyed) hub.open(stream, Boolean(storyAt))
  })
}

function read({ query, headers }: FastifyRequest) {
  const parsed = LiveQuery.safeParse(query)
  if (!parsed.success)
    throw new Refusal('invalid', { issues: [{ path: ['query'], message: 'Invalid live stream parameters.' }] })
  // A reconnecting browser repeats the original URL and sends its position in a header.
  const since = EventId.safeParse(headers['last-event-id'])
  return since.success ? { ...parsed.data, after: since.data } : parsed.data
}

/** Without a seq the stream starts with new events only. A seq from the future is clamped. */
async function startSeq(
  ctx: Pick<Ctx, 'db'>,
  viewer: Parameters<typeof getUnreadState>[0]['viewer'] | null,
  seq?: string,
) {
  if (!viewer) return 0
  const { lastSeq } = await getUnreadState({ ...ctx, viewer })
  return seq ? Math.min(Number(seq), lastSeq) : lastSeq
}

function startStream(reply: FastifyReply) {
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.hijack()
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Stops proxies from buffering the response.
    'x-accel-buffering': 'no',
  })
}
