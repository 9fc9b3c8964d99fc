import { Refusal } from '#contract/errors.ts'
import { callerOf } from '#server/platform/api-routes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Http } from '#server/platform/http.ts'
import type { PageCache } from '#server/platform/cache/page-cache.ts'
import { site as siteSettings } from '#server/settings/site.ts'
import type { CardDrawer } from '#server/syndication/social-cards/drawer.ts'
import { mountCards } from '#server/syndication/social-cards/routes.ts'
import { mountFeeds } from '#server/syndication/feeds/routes.ts'
import { createKeptRoutes } from './cached-route.ts'
import { webManifest } from './manifest.ts'
import { OembedQuery, oembed, oembedXml } from './oembed.ts'
import { robotsText } from './robots.ts'
import { mountSitemap } from '#server/syndication/sitemap/routes.ts'

type Options = { ctx: Ctx; cache: PageCache; headers: Record<string, string>; drawer: CardDrawer }

/** What is read by machines: feeds, lists for search engines, pictures for those who share, and what makes it an app. */
export function mountMachines(app: Http, { ctx, cache, headers, drawer }: Options) {
  const { site, limits } = ctx
  const { base } = site
  const answerKept = createKeptRoutes({ ctx, cache, headers })
  mountFeeds(app, base, answerKept)
  mountSitemap(app, ctx, answerKept)
  mountCards(app, ctx, drawer)

  const robots = robotsText(site)
  // Robots only look at the root, wherever the site itself may be below it.
  for (const path of new Set([`${base}robots.txt`, '/robots.txt'])) {
    app.get(path, (_request, reply) =>
      reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(robots),
    )
  }

  app.get(`${base}site.webmanifest`, (request, reply) =>
    answerKept(request, reply, {
      key: 'manifest',
      make: async (watched) => ({
        type: 'application/manifest+json; charset=utf-8',
        body: JSON.stringify(webManifest(await siteSettings(watched), base)),
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
      return reply.status(501).type('text/plain; charset=utf-8').send('There is JSON and XML, and nothing else.\n')
    }
    const answer = await oembed(ctx, query.data)
    // Another site's page may ask for it itself: it is what anybody may read.
    reply.headers({ 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' })
    if (format === 'xml') return reply.type('text/xml; charset=utf-8').send(oembedXml(answer))
    return reply.type('application/json; charset=utf-8').send(answer)
  })
}
