import { LRUCache } from 'lru-cache'
import type pino from 'pino'
import type { CreateSite } from '#site/site-handler.ts'
import { adminRoutes } from './admin/routes.ts'
import { closeMonths as closeAnalyticsMonths } from './analytics/close-months.ts'
import { dimensionExport, siteDaysExport, storyDaysExport, storyDepthExport } from './analytics/export.ts'
import { createIngest } from './analytics/ingest.ts'
import { openEventStore } from './analytics/open-event-store.ts'
import { createAnalyticsWorker, dropOldFigures, sweepAnalytics } from './analytics/jobs.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { identifyByKey } from './api-keys/identify-key.ts'
import { createKeyUses } from './api-keys/key-uses.ts'
import { apiKeyRoutes } from './api-keys/routes.ts'
import { auditExport } from './audit/export.ts'
import { auditRoutes } from './audit/routes.ts'
import { recordDenied, recordExport } from './audit/record.ts'
import { accountDeletionRoutes } from './account-deletion/routes.ts'
import { createScheduledPublisher } from './articles/publishing/scheduled-publishing.ts'
import { startDocumentThread } from './documents/prepare.ts'
import { articleRoutes } from './articles/routes.ts'
import { deleteExpiredShareLinks } from './articles/review/share-links.ts'
import { thinRevisions } from './articles/revisions/thin-revisions.ts'
import { purgeTrash } from './articles/trash.ts'
import { createBannerClock } from './banners/banner-clock.ts'
import { type EnabledAnnouncements, announcementTags, getAnnouncements } from './banners/current-announcements.ts'
import { purgeDeletedAnnouncements } from './banners/manage-announcements.ts'
import { bannerRoutes } from './banners/routes.ts'
import { purgeDeletedLists } from './bookmarks/delete-lists.ts'
import { createBackupWorker } from './backup/jobs.ts'
import { backupRoutes, mountBackupFiles } from './backup/routes.ts'
import { openBackupStore } from './backup/store.ts'
import { bookmarkRoutes } from './bookmarks/routes.ts'
import type { Config } from './config.ts'
import type { Site } from '#contract/settings/site.ts'
import type { Services } from '#contract/firebase/services.ts'
import { closeMonths } from './earnings/close-months.ts'
import { creatorsExport, ownStoriesExport, payoutsExport } from './earnings/export.ts'
import { recordMemberRead } from './earnings/member-reads.ts'
import { earningsRoutes } from './earnings/routes.ts'
import { mountFirebaseData } from './firebase/routes.ts'
import { deleteOldVisitors } from './discovery/readings.ts'
import { createDiscoveryWorker, createRelatedWorker } from './discovery/jobs.ts'
import { discoveryRoutes } from './discovery/routes.ts'
import { allCounters } from './all-counters.ts'
import { mountArt } from './demo/art-routes.ts'
import { accountRoutes } from './identity/account-routes.ts'
import { mountFirebaseAuth } from './firebase/auth/routes.ts'
import { findUidByToken } from './identity/identify.ts'
import { endExpiredImpersonations, isImpersonating } from './identity/impersonation.ts'
import { createSessionMemory } from './identity/session-memory.ts'
import { mountAuthPages } from './firebase/auth/handler-pages.ts'
import { identityRoutes } from './identity/routes.ts'
import { signInSettingsRoutes } from './identity/sign-in-settings-routes.ts'
import { sweepIdentity } from './identity/sweep.ts'
import { linkRoutes } from './links/routes.ts'
import { createLiveConfig } from './live-config.ts'
import { createHub } from './live/hub.ts'
import { mountLive, presenceRoutes } from './live/routes.ts'
import { createCardRenderer } from './syndication/social-cards/card-renderer.ts'
import { mountSyndication } from './syndication/routes.ts'
import { createSitemapWorker } from './syndication/sitemap/refresh-pages.ts'
import { mailRoutes } from './mail/routes.ts'
import { mediaRoutes } from './media/routes.ts'
import { mountMedia } from './media/serve-files.ts'
import { createPictureWorker } from './media/picture-worker.ts'
import { caseExport, responseExport } from '#server/moderation/export.ts'
import { moderationRoutes } from './moderation/routes.ts'
import { deliveryRoutes } from './notifications/delivery-routes.ts'
import { mountUnsubscribe } from './notifications/unsubscribe-route.ts'
import { sweepUnsubscribeLinks } from './notifications/unsubscribe.ts'
import { createWeeklySummaryWorker } from './analytics/weekly-summary.ts'
import { createNotificationMailWorker, createPushWorker, createFanOutWorker } from './notifications/jobs.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { sweepNotifications } from './notifications/sweep.ts'
import { getOperationsHealth } from './operations/health.ts'
import { operationsRoutes } from './operations/routes.ts'
import { readVersion } from './operations/system.ts'
import { openTelemetry } from './operations/telemetry.ts'
import { createCachedPages } from './rendering/cached-pages.ts'
import { createMembers } from './rendering/members.ts'
import { createFormCache } from './rendering/page-forms.ts'
import { createPages } from './rendering/pages.ts'
import { type Build, mountBuilds, mountStaticFiles } from './rendering/static-files.ts'
import { paywallRoutes } from './paywall/routes.ts'
import { deleteOldFreeReads } from './paywall/monthly-readers.ts'
import { peopleRoutes } from './people/routes.ts'
import { sweepExports } from './people-admin/export/exports.ts'
import { createExportWorker } from './people-admin/jobs.ts'
import { articlesExport } from './articles/desk/articles-export.ts'
import { peopleExport } from './people-admin/list-export.ts'
import { mountExports, peopleAdminRoutes } from './people-admin/routes.ts'
import { mountCsvExports } from './platform/csv-export.ts'
import { mountApi } from './platform/api-routes.ts'
import { openBlobs } from './platform/blobs/open.ts'
import { createScheduledJobs } from './platform/jobs/scheduled-jobs.ts'
import { createDailyJobs } from './platform/jobs/daily-jobs.ts'
import { createJobMonitor } from './platform/jobs/job-monitor.ts'
import type { WebWorker } from './platform/figure-exchange.ts'
import { createLogExchange } from './platform/log-exchange.ts'
import { type LogTail, createLogTail } from './platform/log-tail.ts'
import { createProcessMonitor, sweepReports } from './platform/process-monitor.ts'
import type { Database } from './platform/db.ts'
import { createApi } from './platform/api.ts'
import { mountHealth } from './platform/health.ts'
import { type Http, createHttp } from './platform/http.ts'
import { verifyCounters } from './platform/counters.ts'
import { createRateLimits } from './platform/rate-limits.ts'
import { createMailer, sweepMail } from './platform/mail.ts'
import { createOutbound } from './platform/outbound/fetch.ts'
import { serviceOrigins } from './platform/outbound/services.ts'
import { createCachedValue } from './platform/cache/cached-value.ts'
import { createOwnChanges } from './platform/cache/own-changes.ts'
import { securityHeaders } from './platform/security-headers.ts'
import { systemCtx } from './platform/system-ctx.ts'
import { createTokens } from './platform/tokens/tokens.ts'
import { listenForInvalidations } from './platform/cache/invalidation.ts'
import { openVault } from './platform/secrets/keys.ts'
import { membershipAdminRoutes } from './membership/admin-routes.ts'
import { sweepBillingEvents } from './membership/billing-events.ts'
import { createEntitlementClock } from './membership/entitlement-clock.ts'
import { giftAndSeatRoutes, mountReceipts } from './membership/gift-and-seat-routes.ts'
import { createBillingWorker } from './membership/jobs.ts'
import { memberExport, paymentExport } from './membership/members-export.ts'
import { openPaymentProvider } from './membership/providers/open.ts'
import { membershipRoutes } from './membership/routes.ts'
import { mountBillingWebhook } from './membership/webhook-route.ts'
import { readingRoutes } from './reading/routes.ts'
import { updateWordCounts } from './search/search-index.ts'
import { createClosingClock } from './conversation/closing-clock.ts'
import { responseRoutes } from './conversation/routes.ts'
import { earnForRead } from './rewards/earn.ts'
import { ledgerExport, redemptionExport } from './rewards/export.ts'
import { createBerryGiftWorker } from './rewards/jobs.ts'
import { proveBooks } from './rewards/prove.ts'
import { rewardRoutes } from './rewards/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { requireFeature } from './settings/features.ts'
import { findIcon } from './settings/icons.ts'
import { settingsRoutes } from './settings/routes.ts'
import { mountSiteIcons } from './media/site-icons.ts'
import { mountTheme } from './settings/theme.ts'
import { getCachedSite, siteTags } from './settings/site.ts'
import { createPublishedPages } from './site-pages/published-page.ts'
import { sitePageRoutes } from './site-pages/routes.ts'
import { tagExport, topicExport } from './taxonomy/export.ts'
import { createTopicChangeWorker } from './taxonomy/jobs.ts'
import { taxonomyRoutes } from './taxonomy/routes.ts'
import { settingPictures } from './setting-pictures.ts'
import { topicStores } from './topic-stores.ts'
import { mountStorage } from './firebase/storage/routes.ts'
import { storageRoutes } from './storage/routes.ts'
import { sweepStorage } from './storage/sweep.ts'
import { createWebhookWorker } from './webhooks/jobs.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { sweepWebhooks } from './webhooks/sweep.ts'

type AppOptions = {
  config: Config
  database: Database
  log: pino.Logger
  createSite: CreateSite
  build: Build
  manifest: unknown
  /** The built client files; null in development, when Vite serves them. */
  filesFolder: string | null
  /** The built scripts of worker threads. Without them their tasks run in this thread. */
  threads?: { analytics: string; cards: string; documents: string }
  /** The latest lines of the log. */
  tail?: LogTail
  /** When there are several web processes. */
  worker?: WebWorker | null
  now?: () => Date
}

/** The addresses that browsers call instead of this site's. */
function servicesOf({ identity, storage, dataUrl }: Config): Services {
  return {
    identity: identity.service && { url: identity.service.url, key: identity.service.apiKey },
    storage: storage.serviceUrl,
    data: dataUrl === null ? null : { url: dataUrl, project: identity.projectId },
  }
}

/** Commits of this process whose signals are still to arrive from the database. */
const MAX_COMMITS = 1000

/** The lists of the admin area that can be exported. */
const csvExports = [
  auditExport,
  tagExport,
  topicExport,
  peopleExport,
  caseExport,
  responseExport,
  articlesExport,
  memberExport,
  paymentExport,
  redemptionExport,
  ledgerExport,
  creatorsExport,
  payoutsExport,
  siteDaysExport,
  dimensionExport,
]

/** What creators export of their own figures, which the audit log does not record. */
const creatorExports = [ownStoriesExport, storyDaysExport, storyDepthExport]

/** What happens when a person has finished a story. */
const finishedReadListeners = [earnForRead, recordMemberRead]

/** Something that a process holds in memory until signals invalidate it. */
type Memory = { invalidate(signals: string[]): void; setListening(listening: boolean): void }

export type App = { http: Http; close(): Promise<void> }

/** Wires up the server. Every feature's routes and jobs are listed here. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, database, log, build, manifest, tail = createLogTail(), now = () => new Date() } = options
  const { db, url } = database
  const { site: siteConfig, development, measurementId } = config
  const cache = createFormCache(config.pageCache)
  const sessions = createSessionMemory(now)
  const ownChanges = createOwnChanges()
  const siteSettings = createCachedValue<Site>(siteTags)
  const enabledAnnouncements: EnabledAnnouncements = createCachedValue(announcementTags)
  const publishedPages = createPublishedPages()
  const memories: Memory[] = [siteSettings, enabledAnnouncements, publishedPages, sessions, ownChanges, cache]
  // A page that was rendered between a commit and its arrival from the database need not be rendered again.
  const applied = new LRUCache<string, true>({ max: MAX_COMMITS })
  /** Applies signals to everything that this process has in memory. */
  const invalidate = (signals: string[], commit = '') => {
    if (applied.has(commit)) return
    for (const memory of memories) memory.invalidate(signals)
  }
  const dropCached = (signals: Iterable<string>, commit: string) => {
    invalidate([...signals])
    applied.set(commit, true)
  }
  const limits = createRateLimits({ db, now, relaxed: config.limits.relaxed })
  const vault = await openVault(config.encryption)
  const outbound = createOutbound({ ...config.outbound, services: serviceOrigins(config) })
  const live = createLiveConfig({ db, vault, config, log })
  memories.push(live)
  const { identity, storage } = live
  const tokens = createTokens({ db, now, identity, vault, outbound })
  const blobs = openBlobs(storage.blobs)
  const jobs = createJobMonitor({ now })
  const shared = { db, now, limits, tokens, vault, identity, storage, blobs, outbound, jobs, site: siteConfig }
  const keyUses = createKeyUses({ db, now, log })
  const identify: typeof sessions.identify = (caller, reads) =>
    caller.session.apiKey === null
      ? sessions.identify(caller, reads)
      : identifyByKey(caller, caller.session.apiKey, keyUses)
  const api = createApi({
    ...shared,
    dropCached,
    identify,
    isImpersonating,
    requireFeature: async (of, feature) => requireFeature(await getCachedSite(of, siteSettings), feature),
    onDenied: recordDenied,
    refreshConfig: live.refresh,
  })
  settingsRoutes(api.serve, siteSettings, settingPictures)
  sitePageRoutes(api.serve, siteSettings, publishedPages)
  for (const routes of [identityRoutes, accountRoutes, readingRoutes, peopleRoutes]) {
    routes(api.serve)
  }
  const canSendMail = () => live.getMail().kind === 'smtp'
  signInSettingsRoutes(api.serve, { identity: config.identity, given: config.given, canSendMail })
  storageRoutes(api.serve, config)
  mailRoutes(api.serve, live.getMail, config.mail)
  discoveryRoutes(api.serve, finishedReadListeners)
  paywallRoutes(api.serve)
  articleRoutes(api.serve)
  searchRoutes(api.serve)
  responseRoutes(api.serve)
  moderationRoutes(api.serve)
  deliveryRoutes(api.serve)
  notificationRoutes(api.serve)
  presenceRoutes(api.serve)
  bookmarkRoutes(api.serve)
  auditRoutes(api.serve)
  adminRoutes(api.serve, canSendMail)
  taxonomyRoutes(api.serve, topicStores)
  bannerRoutes(api.serve, enabledAnnouncements)
  webhookRoutes(api.serve)
  rewardRoutes(api.serve)
  earningsRoutes(api.serve)
  const payments = openPaymentProvider(config.payments, { db, now, log, site: siteConfig })
  membershipRoutes(api.serve, payments)
  giftAndSeatRoutes(api.serve, payments)
  membershipAdminRoutes(api.serve, payments)
  peopleAdminRoutes(api.serve)
  const backupStore = openBackupStore(config)
  backupRoutes(api.serve, backupStore)
  apiKeyRoutes(api.serve)
  accountDeletionRoutes(api.serve)
  const eventStore = openEventStore(config.clickHouseUrl)
  const ingest = createIngest({
    db,
    now,
    log,
    origin: siteConfig.origin,
    countryDatabase: config.countryDatabase,
    ...(options.threads && { thread: { file: options.threads.analytics, url, prepare: config.database.prepare } }),
  })
  analyticsRoutes(api.serve, ingest)
  const ctx = systemCtx({ ...shared, log })
  const pictureWorker = createPictureWorker(ctx)
  mediaRoutes(api.serve, pictureWorker)
  linkRoutes(api.serve, pictureWorker)
  const version = await readVersion()
  const cacheStats = cache.stats
  const monitor = createProcessMonitor({ database, now, log, jobs, version, build: build.id, cacheStats })
  memories.push({ invalidate: () => {}, setListening: monitor.setListening })
  const telemetry = await openTelemetry({
    config,
    log,
    version,
    database,
    jobs,
    cacheStats,
    countEvents: ingest.counts,
    countStreams: () => hub.countStreams(),
    getHealth: () => getOperationsHealth(ctx),
    worker: options.worker ?? null,
  })
  const logs = createLogExchange({ db, now, log, tail, processId: monitor.id })
  const system = { config, database, monitor, logs, version, build: build.id, getMail: live.getMail }
  operationsRoutes(api.serve, system, { getMail: live.getMail, pictures: pictureWorker })

  const { base, mode, iconHosts } = siteConfig
  const site = options.createSite({
    boot: { base, mode, iconHosts, development, build: build.id, bucket: storage.bucket, services: servicesOf(config) },
    origin: siteConfig.origin,
    manifest,
    icon: findIcon,
    measurementId,
  })
  const headers = securityHeaders(siteConfig, {
    development,
    services: servicesOf(config),
    measures: measurementId !== null,
  })
  const members = createMembers({
    db,
    site,
    announcementsFor: (viewer) => getAnnouncements({ db, now, viewer }, enabledAnnouncements),
  })
  memories.push(members)
  const { peek } = sessions
  const cached = createCachedPages({ site, api, cache, members, peek, ownChanges, log, headers })
  const pages = createPages({
    site,
    config: siteConfig,
    api,
    limits,
    cached,
    log,
    onShortcut: telemetry.countRequest,
  })

  let closing = false
  const http = await createHttp({
    trustProxy: config.listen.trustProxy,
    log,
    headers,
    onError: pages.onError,
    shortcut: pages.shortcut,
    observers: telemetry.requests,
  })
  mountHealth(http, database.isReachable, () => closing)
  telemetry.mount(http)
  mountApi(http, api, siteConfig)
  mountCsvExports(http, { api, site: siteConfig, exports: csvExports, onExported: recordExport })
  mountCsvExports(http, { api, site: siteConfig, exports: creatorExports, onExported: async () => {} })
  // An external service is not served here too.
  if (!identity.service) {
    await mountFirebaseAuth(http, api, siteConfig)
    mountAuthPages(http, api, siteConfig, headers)
  }
  const verify = (token: string) => findUidByToken({ db, now, tokens, identity }, token)
  if (!config.dataUrl) await mountFirebaseData(http, { db, now, base, projectId: identity.projectId, limits, verify })
  if (!storage.serviceUrl) await mountStorage(http, api, siteConfig)
  await mountUnsubscribe(http, api, siteConfig)
  await mountBillingWebhook(http, { api, site: siteConfig, payments })
  const hub = createHub(ctx, config.limits)
  mountLive(http, { api, hub, site: siteConfig })
  mountExports(http, { api, site: siteConfig })
  mountReceipts(http, { api, site: siteConfig })
  mountBackupFiles(http, { api, store: backupStore, site: siteConfig })
  mountArt(http, base)
  mountTheme(http, base)
  mountSiteIcons(http, ctx)
  mountMedia(http, ctx)
  const cardRenderer = createCardRenderer(options.threads?.cards ?? null)
  const documentThread = options.threads && startDocumentThread(options.threads.documents)
  mountSyndication(http, { ctx: { ...ctx, limits }, cache, headers, cardRenderer })
  mountBuilds(http, base, build, site.rules)
  if (options.filesFolder) await mountStaticFiles(http, base, options.filesFolder)
  pages.mount(http)

  const jobCtx = { ...ctx, dropCached }
  const getConfig = async () => {
    await live.refresh()
    return live.getMail()
  }
  const mailer = createMailer({ db, now, log, vault, jobs, getConfig, onAttempt: telemetry.onMailAttempt })
  const scheduledJobs = createScheduledJobs(jobCtx, [
    { name: 'rate limits', run: limits.sweep },
    { name: 'identity', run: (tx) => sweepIdentity(tx, now()) },
    { name: 'mail', run: (tx) => sweepMail(tx, now()) },
    { name: 'visitors', run: (tx) => deleteOldVisitors({ db: tx, now }) },
    { name: 'free stories', run: (tx) => deleteOldFreeReads({ db: tx, now }) },
    { name: 'share links', run: (tx) => deleteExpiredShareLinks(tx, now()) },
    { name: 'unsubscribe links', run: (tx) => sweepUnsubscribeLinks(tx, now()) },
    { name: 'revisions', run: (tx) => thinRevisions(tx, now()) },
    { name: 'storage', run: (tx) => sweepStorage({ db: tx, now, blobs, log }) },
    { name: 'trash', run: (tx) => purgeTrash({ db: tx, now }) },
    { name: 'reading lists', run: (tx) => purgeDeletedLists({ db: tx, now }) },
    { name: 'announcements', run: (tx) => purgeDeletedAnnouncements({ db: tx, now }) },
    { name: 'search words', run: updateWordCounts },
    { name: 'notifications', run: (tx) => sweepNotifications({ db: tx, now }) },
    { name: 'webhook deliveries', run: (tx) => sweepWebhooks({ db: tx, now }) },
    { name: 'payment events', run: (tx) => sweepBillingEvents({ db: tx, now }) },
    { name: 'exports of people', run: (tx) => sweepExports({ db: tx, now }) },
    { name: 'impersonations', run: (tx) => endExpiredImpersonations({ ...ctx, db: tx }) },
    { name: 'analytics', run: (tx) => sweepAnalytics({ db: tx, now }) },
    { name: 'reports of jobs', run: (tx) => sweepReports(tx, now()) },
  ])
  const dailyJobs = createDailyJobs(jobCtx, [
    { name: 'prove-counts', run: (of, signal) => verifyCounters(of, allCounters, signal) },
    { name: 'prove-berries', run: (of) => proveBooks(of) },
    { name: 'old-analytics', run: (of) => dropOldFigures(of, eventStore) },
    { name: 'analytics-months', run: (of, signal) => closeAnalyticsMonths(of, signal) },
    { name: 'close-earnings', run: (of, signal) => closeMonths(of, signal) },
  ])
  const clock = createScheduledPublisher(jobCtx)
  const processClocks = [createBannerClock, createClosingClock, createEntitlementClock].map((create) =>
    create(jobCtx, invalidate),
  )
  const workers = [
    createDiscoveryWorker,
    createRelatedWorker,
    createFanOutWorker,
    createNotificationMailWorker,
    createWeeklySummaryWorker,
    createPushWorker,
    createSitemapWorker,
    (of: typeof jobCtx) => createTopicChangeWorker(of, topicStores),
    createWebhookWorker,
    createBerryGiftWorker,
    createExportWorker,
    (of: typeof jobCtx) => createAnalyticsWorker(of, eventStore),
  ].map((create) => create(jobCtx))
  workers.push(createBackupWorker(jobCtx, { store: backupStore, url, migrationsFolder: config.folders.migrations }))
  workers.push(createBillingWorker(jobCtx, payments))
  const setListening = (listening: boolean) => [...memories, hub].forEach((one) => one.setListening(listening))
  const listener = listenForInvalidations(url, { invalidate, setListening }, log, (signals) =>
    [live, clock, ...processClocks, ...workers, hub, logs].forEach(({ onSignals }) => onSignals(signals)),
  )
  await listener.ready
  await live.refresh()
  void clock.wake()
  for (const worker of [...processClocks, ...workers]) void worker.wake()
  void monitor.report()
  // In the background, so that the first visitors need not wait.
  const warmed = development ? null : site.warm()
  return {
    http,
    async close() {
      closing = true
      // Jobs end between two batches, while open requests finish.
      const ended = [scheduledJobs, dailyJobs, clock, ...processClocks, ...workers, mailer, pictureWorker].map((job) =>
        job.close(),
      )
      // Open event streams would block the shutdown. Browsers reconnect to another process.
      ended.push(hub.close())
      // Browsers keep idle connections open, which would block the shutdown too.
      const idle = setInterval(() => http.server.closeIdleConnections(), 100)
      await http.close()
      clearInterval(idle)
      await ingest.close()
      await Promise.all(ended)
      await cardRenderer.close()
      await documentThread?.close()
      await eventStore.close()
      await blobs.close()
      await monitor.close()
      await keyUses.close()
      await backupStore.close()
      await listener.close()
      await telemetry.close()
      // Modules must not finish loading after the process has shut down.
      await warmed
    },
  }
}
