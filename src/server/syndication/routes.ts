import { Refusal } from '#contract/errors.ts'
import { callerOf } from '#server/platform/api-routes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Http } from '#server/platform/http.ts'
import type { FormCache } from '#server/rendering/page-forms.ts'
import { getSite } from '#server/settings/site.ts'
import type { CardRenderer } from '#server/syndication/social-cards/card-renderer.ts'
import { mountCards } from '#server/syndication/social-cards/routes.ts'
import { mountFeeds } from '#server/syndication/feeds/routes.ts'
import { createCachedRoutes } from './cached-route.ts'
import { webManifest } from './manifest.ts'
import { OembedQuery, oembed, oembedXml } from './oembed.ts'
import { robotsText } from './robots.ts'
import { mountSitemap } from '#server/syndication/sitemap/routes.ts'

type Options = { ctx: Ctx; cache: FormCache; headers: Record<string, string>; cardRenderer: CardRenderer }

/** Feeds, sitemap, robots.txt, social cards, web app manifest and oEmbed. */
export function mountSyndication(app: Http, { ctx, cache, headers, cardRenderer }: Options) {
  const { site, limits } = ctx
  const { base } = site
  const sendCached = createCachedRoutes({ ctx, cache, headers })
  mountFeeds(app, base, sendCached)
  mountSitemap(app, ctx, sendCached)
  mountCards(app, ctx, cardRenderer)

  // Crawlers only look at the root of the host.
  for (const path of new Set([`${base}robots.txt`, '/robots.txt'])) {
    app.get(path, (request, reply) =>
      sendCached(request, reply, {
        key: 'robots',
        make: async (tagged) => ({
          type: 'text/plain; charset=utf-8',
          body: robotsText(site, await getSite(tagged)),
        }),
      }),
    )
  }

  app.get(`${base}site.webmanifest`, (request, reply) =>
    sendCached(request, reply, {
      key: 'manifest',
      make: async (tagged) => ({
        type: 'application/manifest+json; charset=utf-8',
        body: JSON.stringify(webManifest(await getSite(tagged), base)),
      }),
    }),
  )

  app.get(`${base}oembed`, async (request, reply) => {
    await limits.take('read', callerOf(request, reply, site).address)
    const query = OembedQuery.safeParse(request.query)
    if (!query.success) {
      const issues = query.error.issues.map(({ path, message }) => ({ path: ['query', ...path.map(String)], message }))
      throw new Refusal('invalid', { issues })
    }
    const { format } = query.data
    if (format !== 'json' && format !== 'xml') {
      return reply.status(501).type('text/plain; charset=utf-8').send('Unsupported format. Use json or xml.\n')
    }
    const response = await oembed(ctx, query.data)
    // Public data, so any origin may read it.
    reply.headers({ 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' })
    if (format === 'xml') return reply.type('text/xml; charset=utf-8').send(oembedXml(response))
    return reply.type('application/json; charset=utf-8').send(response)
  })
}
