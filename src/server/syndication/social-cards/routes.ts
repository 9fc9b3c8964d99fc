import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { CARD_WIDTH, SMALL_CARD_WIDTH, cardVersion, siteCardVersion } from '#contract/social-cards.ts'
import { Refusal } from '#contract/errors.ts'
import { callerOf } from '#server/platform/api-routes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Http } from '#server/platform/http.ts'
import { getSite } from '#server/settings/site.ts'
import type { CardRenderer } from './card-renderer.ts'
import { findStory, siteCard, storyCard } from './card-content.ts'

const CACHE_BYTES = 16 * 1024 * 1024
const STORY_FILE = /^([A-Za-z0-9]{20})-([a-z0-9]{1,20})(-600)?\.png$/
/** The content of a URL never changes. */
const FOREVER = 'public, max-age=31536000, immutable'
const ONE_HOUR = 'public, max-age=3600'

/** Social cards, rendered on request. */
export function mountCards(app: Http, ctx: Ctx, renderer: CardRenderer) {
  const { site, limits } = ctx
  const getOrRender = createCardCache(CACHE_BYTES)

  app.get<{ Params: { file: string } }>(`${site.base}cards/story/:file`, async (request, reply) => {
    await limits.take('read', callerOf(request, reply, site).address)
    const [, id = '', version, small = ''] = STORY_FILE.exec(request.params.file) ?? []
    if (!id) throw new Refusal('not-found')
    const [story, settings] = await Promise.all([findStory(ctx, id), getSite(ctx)])
    const current = cardVersion(story, settings)
    const file = `${id}-${current}${small}`
    if (version !== current) {
      return reply.header('cache-control', 'no-store').redirect(`${site.base}cards/story/${file}.png`)
    }
    const width = small ? SMALL_CARD_WIDTH : CARD_WIDTH
    const render = async () => renderer.render(await storyCard(app, story, settings), width)
    return send(request, reply, { etag: `"${file}"`, cacheControl: FOREVER, load: () => getOrRender(file, render) })
  })

  app.get(`${site.base}cards/site.png`, async (request, reply) => {
    await limits.take('read', callerOf(request, reply, site).address)
    const settings = await getSite(ctx)
    const file = `site-${siteCardVersion(settings)}`
    const render = async () => renderer.render(await siteCard(app, settings), CARD_WIDTH)
    return send(request, reply, { etag: `"${file}"`, cacheControl: ONE_HOUR, load: () => getOrRender(file, render) })
  })
}

type CardFile = { etag: string; cacheControl: string; load(): Promise<Buffer> }

async function send(request: FastifyRequest, reply: FastifyReply, { etag, cacheControl, load }: CardFile) {
  reply.headers({ etag, 'cache-control': cacheControl, 'cross-origin-resource-policy': 'cross-origin' })
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  return reply.type('image/png').send(await load())
}

/** Rendered cards, limited by bytes. Concurrent requests for one card share one rendering. */
function createCardCache(maxBytes: number) {
  const cards = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize: maxBytes,
    sizeCalculation: (png) => png.length,
    fetchMethod: (_key, _stale, { context: render }) => render(),
  })
  return (key: string, render: () => Promise<Buffer>) => cards.forceFetch(key, { context: render })
}
