import type { FastifyReply, FastifyRequest } from 'fastify'
import { CARD_WIDTH, SMALL_CARD_WIDTH, cardVersion, siteCardVersion } from '#contract/social-cards.ts'
import { Refusal } from '#contract/errors.ts'
import { callerOf } from '#server/platform/api-routes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Http } from '#server/platform/http.ts'
import { site as siteSettings } from '#server/settings/site.ts'
import type { CardDrawer } from './drawer.ts'
import { createKeptCards } from './cached-cards.ts'
import { findStory, siteCard, storyCard } from './subjects.ts'

const MOST_BYTES = 16 * 1024 * 1024
const STORY_FILE = /^([A-Za-z0-9]{20})-([a-z0-9]{1,20})(-600)?\.png$/
/** An address never changes what it shows. */
const FOREVER = 'public, max-age=31536000, immutable'
const AN_HOUR = 'public, max-age=3600'

/** The pictures that others show when somebody shares a page, drawn when they are asked for. */
export function mountCards(app: Http, ctx: Ctx, drawer: CardDrawer) {
  const { site, limits } = ctx
  const cardFor = createKeptCards(MOST_BYTES)

  app.get<{ Params: { file: string } }>(`${site.base}cards/story/:file`, async (request, reply) => {
    await limits.take('read', callerOf(request, reply, site).address)
    const [, id = '', version, small = ''] = STORY_FILE.exec(request.params.file) ?? []
    if (!id) throw new Refusal('not-found')
    const [story, { name }] = await Promise.all([findStory(ctx, id), siteSettings(ctx)])
    const current = cardVersion(story, name)
    const file = `${id}-${current}${small}`
    if (version !== current) {
      return reply.header('cache-control', 'no-store').redirect(`${site.base}cards/story/${file}.png`)
    }
    const width = small ? SMALL_CARD_WIDTH : CARD_WIDTH
    const draw = async () => drawer.draw(await storyCard(app, story, name), width)
    return send(request, reply, { etag: `"${file}"`, keep: FOREVER, draw: () => cardFor(file, draw) })
  })

  app.get(`${site.base}cards/site.png`, async (request, reply) => {
    await limits.take('read', callerOf(request, reply, site).address)
    const settings = await siteSettings(ctx)
    const file = `site-${siteCardVersion(settings)}`
    const draw = () => drawer.draw(siteCard(settings), CARD_WIDTH)
    return send(request, reply, { etag: `"${file}"`, keep: AN_HOUR, draw: () => cardFor(file, draw) })
  })
}

type Sending = { etag: string; keep: string; draw(): Promise<Buffer> }

async function send(request: FastifyRequest, reply: FastifyReply, { etag, keep, draw }: Sending) {
  reply.headers({ etag, 'cache-control': keep, 'cross-origin-resource-policy': 'cross-origin' })
  if (request.headers['if-none-match'] === etag) return reply.status(304).send()
  return reply.type('image/png').send(await draw())
}
