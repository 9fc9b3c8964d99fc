import type pino from 'pino'
import type { CreateSite } from '#site/port.ts'
import { accountDeletionRoutes } from './account-deletion/routes.ts'
import { createScheduledPublisher } from './articles/publishing/scheduled-publishing.ts'
import { startDocumentThread } from './documents/prepare.ts'
import { articleRoutes } from './articles/routes.ts'
import { deleteExpiredShareLinks } from './articles/review/share-links.ts'
import { thinRevisions } from './articles/revisions/thin-revisions.ts'
import { purgeTrash } from './articles/trash.ts'
import { purgeDeletedLists } from './bookmarks/delete-lists.ts'
import { bookmarkRoutes } from './bookmarks/routes.ts'
import type { Config } from './config.ts'
import { mountData } from './firebase/routes.ts'
import { deleteOldVisitors } from './discovery/readings.ts'
import { createDiscoveryWorker } from './discovery/jobs.ts'
import { discoveryRoutes } from './discovery/routes.ts'
import { allCounters } from './all-counters.ts'
import { mountArt } from './demo/art-routes.ts'
import { accountRoutes } from './identity/account-routes.ts'
import { mountHostedIdentity } from './firebase/auth/routes.ts'
import { identify, uidOfToken } from './identity/identify.ts'
import { mountAuthPages } from './firebase/auth/handler-pages.ts'
import { identityRoutes } from './identity/routes.ts'
import { sweepIdentity } from './identity/sweep.ts'
import { linkRoutes } from './links/routes.ts'
import { createHub } from './live/hub.ts'
import { mountLive, presenceRoutes } from './live/routes.ts'
import { createCardDrawer } from './syndication/social-cards/drawer.ts'
import { mountMachines } from './syndication/routes.ts'
import { mailRoutes } from './mail/routes.ts'
import { mediaRoutes } from './media/routes.ts'
import { mountMedia } from './media/serve-files.ts'
import { createWorkshop } from './media/workshop.ts'
import { deliveryRoutes } from './notifications/delivery-routes.ts'
import { mountUnsubscribe } from './notifications/unsubscribe-route.ts'
import { sweepUnsubscribeLinks } from './notifications/unsubscribe.ts'
import { createMailing, createPushing, createTelling } from './notifications/rounds.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { sweepNotifications } from './notifications/sweep.ts'
import { type Build, mountBuilds } from './rendering/builds.ts'
import { createPages } from './rendering/pages.ts'
import { mountStaticFiles } from './rendering/static-files.ts'
import { peopleRoutes } from './people/routes.ts'
import { mountApi } from './platform/api-routes.ts'
import { openBlobs } from './platform/blobs/open.ts'
import { createScheduledJobs } from './platform/jobs/scheduled-jobs.ts'
import { createDailyJobs } from './platform/jobs/daily-jobs.ts'
import type { Database } from './platform/db.ts'
import { createApi } from './platform/api.ts'
import { mountHealth } from './platform/health.ts'
import { type Http, createHttp } from './platform/http.ts'
import { verifyCounters } from './platform/counters.ts'
import { createLimits } from './platform/rate-limits.ts'
import { createMailer, sweepMail } from './platform/mail.ts'
import { createOutside } from './platform/outbound/fetch.ts'
import { createPageCache } from './platform/cache/page-cache.ts'
import { securityHeaders } from './platform/security.ts'
import { systemCtx } from './platform/system-ctx.ts'
import { createTokens } from './platform/tokens/tokens.ts'
import { listenForInvalidations } from './platform/cache/invalidation.ts'
import { openVault } from './platform/secrets/keys.ts'
import { readingRoutes } from './reading/routes.ts'
import { updateWordCounts } from './search/search-index.ts'
import { responseRoutes } from './conversation/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { iconNamed } from './settings/icons.ts'
import { siteRoutes } from './settings/routes.ts'
import { mountStorage } from './firebase/storage/routes.ts'
import { sweepStorage } from './storage/sweep.ts'

export type AppOptions = {
  config: Config
  database: Database
  log: pino.Logger
  createSite: CreateSite
  build: Build
  manifest: unknown
  /** The built files; null while developing, when Vite serves them. */
  filesFolder: string | null
  /** The built files of threads; without them their work is done in this one. */
  threads?: { cards: string; documents: string }
  now?: () => Date
}

export type App = { http: Http; close(): Promise<void> }

/** Puts the parts together: every feature's routes are listed here. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, database, log, build, manifest, now = () => new Date() } = options
  const { db, url } = database
  const { site: siteConfig, identity, development } = config
  const cache = createPageCache(config.pageCache)
  const limits = createLimits({ db, now, relaxed: config.limits.relaxed })
  const vault = await openVault(config.encryption)
  const tokens = createTokens({ db, now, identity, vault })
  const blobs = openBlobs(config.storage.blobs)
  const { storage } = config
  const outside = createOutside(config.outside)
  const shared = { db, now, limits, tokens, vault, identity, storage, blobs, outside, site: siteConfig }
  const api = createApi({ ...shared, dropCached: cache.forget, identify })
  for (const routes of [siteRoutes, identityRoutes, accountRoutes, mailRoutes, readingRoutes, peopleRoutes]) {
    routes(api.serve)
  }
  discoveryRoutes(api.serve)
  articleRoutes(api.serve)
  searchRoutes(api.serve)
  responseRoutes(api.serve)
  deliveryRoutes(api.serve)
  notificationRoutes(api.serve)
  presenceRoutes(api.serve)
  bookmarkRoutes(api.serve)
  accountDeletionRoutes(api.serve)
  const ctx = systemCtx({ ...shared, log })
  const workshop = createWorkshop(ctx)
  mediaRoutes(api.serve, workshop)
  linkRoutes(api.serve, workshop)

  const { base, mode, iconHosts } = siteConfig
  const site = options.createSite({
    boot: { base, mode, iconHosts, development, build: build.id, bucket: config.storage.bucket },
    origin: siteConfig.origin,
    manifest,
    icon: iconNamed,
  })
  const headers = securityHeaders(siteConfig, development)
  const pages = createPages({ site, config: siteConfig, api, limits, cache, log, headers })

  let closing = false
  const http = await createHttp({
    trustProxy: config.listen.trustProxy,
    log,
    headers,
    onError: pages.onError,
    shortcut: pages.shortcut,
  })
  mountHealth(http, database.answers, () => closing)
  mountApi(http, api, siteConfig)
  await mountHostedIdentity(http, api, siteConfig)
  mountAuthPages(http, api, siteConfig, headers)
  const verify = (token: string) => uidOfToken({ db, now, tokens, identity }, token)
  await mountData(http, { db, now, base, projectId: identity.projectId, limits, verify })
  await mountStorage(http, api, siteConfig)
  await mountUnsubscribe(http, api, siteConfig)
  const hub = createHub(ctx, config.limits)
  mountLive(http, { api, hub, site: siteConfig })
  mountArt(http, base)
  mountMedia(http, ctx)
  const drawer = createCardDrawer(options.threads?.cards ?? null)
  const documentThread = options.threads && startDocumentThread(options.threads.documents)
  mountMachines(http, { ctx: { ...ctx, limits }, cache, headers, drawer })
  mountBuilds(http, base, build, site.rules)
  if (options.filesFolder) await mountStaticFiles(http, base, options.filesFolder)
  pages.mount(http)

  const working = { ...ctx, dropCached: cache.forget }
  const mailer = createMailer({ db, now, log, vault, config: config.mail })
  const chores = createScheduledJobs({
    db,
    log,
    chores: [
      limits.sweep,
      (tx) => sweepIdentity(tx, now()),
      (tx) => sweepMail(tx, now()),
      (tx) => deleteOldVisitors({ db: tx, now }),
      (tx) => deleteExpiredShareLinks(tx, now()),
      (tx) => sweepUnsubscribeLinks(tx, now()),
      (tx) => thinRevisions(tx, now()),
      (tx) => sweepStorage({ db: tx, now, blobs, log }),
      (tx) => purgeTrash({ db: tx, now }),
      (tx) => purgeDeletedLists({ db: tx, now }),
      updateWordCounts,
      (tx) => sweepNotifications({ db: tx, now }),
    ],
  })
  const daily = createDailyJobs(working, [{ name: 'prove-counts', run: (of) => verifyCounters(of, allCounters) }])
  const clock = createScheduledPublisher(working)
  const rounds = [createDiscoveryWorker, createTelling, createMailing, createPushing].map((create) => create(working))
  const setListening = (listening: boolean) => [cache, hub].forEach((one) => one.setListening(listening))
  const listener = listenForInvalidations(url, { forget: cache.forget, setListening }, log, (names) =>
    [clock, ...rounds, hub].forEach(({ heard }) => heard(names)),
  )
  await listener.ready
  void clock.wake()
  for (const one of rounds) void one.wake()
  // The first visitors need not wait for it, and the others will not.
  const warmed = development ? null : site.warm()
  return {
    http,
    async close() {
      closing = true
      // Lines that are open would hold up the end; those who had them come back.
      await hub.close()
      // A browser keeps its connection open for the next request, which will not be taken here.
      const idle = setInterval(() => http.server.closeIdleConnections(), 100)
      await http.close()
      clearInterval(idle)
      chores.close()
      await daily.close()
      await clock.close()
      for (const one of rounds) await one.close()
      await mailer.close()
      await workshop.close()
      await drawer.close()
      await documentThread?.close()
      await blobs.close()
      await listener.close()
      // Code that is still being fetched would come into a process that has ended.
      await warmed
    },
  }
}
