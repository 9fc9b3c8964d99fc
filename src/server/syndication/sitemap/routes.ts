import type { FastifyReply } from 'fastify'
import { Readable } from 'node:stream'
import { Refusal } from '#contract/errors.ts'
import { urlOf } from '#server/syndication/site-urls.ts'
import type { SendCached } from '#server/syndication/cached-route.ts'
import { callerOf } from '#server/platform/api-routes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Http } from '#server/platform/http.ts'
import { pagesFile } from './pages.ts'
import { filledPages } from './queries.ts'
import { storyFile } from './stories.ts'
import { sitemapIndex } from './xml.ts'

const XML = 'application/xml; charset=utf-8'
const FILE = /^stories-([1-9]\d{0,5})\.xml$/

/** The sitemap index and its files. */
export function mountSitemap(app: Http, ctx: Ctx, sendCached: SendCached) {
  const { site } = ctx
  const fileUrl = (name: string) => urlOf(site, `sitemaps/${name}.xml`)
  app.get(`${site.base}sitemap.xml`, (request, reply) =>
    sendCached(request, reply, {
      key: 'sitemap',
      async make(tagged) {
        tagged.addCacheTags('sitemap')
        const pages = await filledPages(tagged.db)
        const files = pages.map(({ number, changedAt }) => ({
          address: fileUrl(`stories-${number}`),
          changed: changedAt,
        }))
        return { type: XML, body: sitemapIndex([{ address: fileUrl('pages') }, ...files]) }
      },
    }),
  )

  app.get<{ Params: { file: string } }>(`${site.base}sitemaps/:file`, async (request, reply) => {
    await ctx.limits.take('read', callerOf(request, reply, site).address)
    const { file } = request.params
    if (file === 'pages.xml') return send(reply, pagesFile(ctx))
    const [, number = ''] = FILE.exec(file) ?? []
    if (!number) throw new Refusal('not-found')
    return send(reply, await storyFile(ctx, Number(number)))
  })
}

function send(reply: FastifyReply, lines: AsyncIterable<string>) {
  return reply.type(XML).header('cache-control', 'public, max-age=3600').send(Readable.from(lines))
}
