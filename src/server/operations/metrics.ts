import { AggregatorRegistry, Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { IngestCounts } from '#server/analytics/ingest.ts'
import type { Database } from '#server/platform/db.ts'
import { type WebWorker, createFigureExchange } from '#server/platform/figure-exchange.ts'
import type { Figure } from '#server/platform/figure-relay.ts'
import type { RequestObserver } from '#server/platform/http.ts'
import type { JobMonitor } from '#server/platform/jobs/job-monitor.ts'
import type { OnMailAttempt } from '#server/platform/mail.ts'
import { createRequestDurations } from '#server/platform/request-durations.ts'
import type { OperationsHealth } from './health.ts'

const QUERY_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30]
const JOB_SECONDS = [0.01, 0.1, 0.5, 1, 5, 30, 120, 600]

export type MetricSources = {
  database: Database
  jobs: JobMonitor
  cacheStats(): { pages: number; bytes: number; hits: number; misses: number; stale: number }
  countEvents(): IngestCounts
  countStreams(): number
  /** What concerns the site, not a process. */
  getHealth(): Promise<Pick<OperationsHealth, 'waitingMail' | 'failedMail' | 'database'>>
  /** Null when there is one web process. */
  worker: WebWorker | null
}

export type Metrics = ReturnType<typeof createMetrics>

/** The metrics of this process, and those of all processes of this server as Prometheus reads them. */
export function createMetrics({ database, jobs, worker, getHealth, ...sources }: MetricSources) {
  const registry = new Registry()
  const registers = [registry]
  const exchange = createFigureExchange(worker?.channel ?? null, readOwn)
  let hasDefaults = false

  const requests = createRequestDurations()
  const inFlight = new Gauge({
    name: 'bramble_http_requests_in_flight',
    help: 'Requests without a response yet, except event streams',
    registers,
  })
  const queries = new Histogram({
    name: 'bramble_database_query_duration_seconds',
    help: 'Time until the database answered a statement',
    buckets: QUERY_SECONDS,
    registers,
  })
  const failedQueries = new Counter({
    name: 'bramble_database_query_failures_total',
    help: 'Statements that failed, also those that a transaction tries again',
    registers,
  })
  const jobRuns = new Counter({
    name: 'bramble_job_runs_total',
    help: 'Runs of background jobs. A run in which an item failed is a failure',
    labelNames: ['job', 'outcome'],
    registers,
  })
  const jobSeconds = new Histogram({
    name: 'bramble_job_duration_seconds',
    help: 'Duration of the runs of background jobs',
    labelNames: ['job'],
    buckets: JOB_SECONDS,
    registers,
  })
  const mailAttempts = new Counter({
    name: 'bramble_mail_attempts_total',
    help: 'Attempts to send an email. After failed, it is not tried again',
    labelNames: ['outcome'],
    registers,
  })
  registerReadings(registers, database, sources)

  const observeQuery = ({ ms, failed }: { ms: number; failed: boolean }) => {
    queries.observe(ms / 1000)
    if (failed) failedQueries.inc()
  }
  database.queryObservers.add(observeQuery)
  jobs.observers.add({
    ended({ name: job }, { ms, failed }) {
      jobRuns.inc({ job, outcome: failed ? 'failure' : 'success' })
      jobSeconds.observe({ job }, ms / 1000)
    },
  })

  /** Those of Node start with the first scrape: they observe the event loop and the garbage collection. */
  async function readOwn(): Promise<Figure[]> {
    if (!hasDefaults) collectDefaultMetrics({ register: registry, labels: { process: String(worker?.id ?? 1) } })
    hasDefaults = true
    const figures = await registry.getMetricsAsJSON()
    // Each process has its own, told apart by a label. Some would be left out of a sum.
    const others = figures.map((one) => (one.name.startsWith('bramble_') ? one : { ...one, aggregator: 'first' }))
    return [requests.read(), ...others]
  }

  const observer: RequestObserver = {
    started: () => inFlight.inc(),
    closed: () => inFlight.dec(),
    responded: requests.add,
  }
  const onMailAttempt: OnMailAttempt = (outcome) => mailAttempts.inc({ outcome })

  return {
    observer,
    /** For a response that is sent without Fastify. */
    countRequest: requests.add,
    onMailAttempt,
    contentType: registry.contentType,
    /** In the text format of Prometheus. */
    async read(): Promise<string> {
      const [all, ofSite] = await Promise.all([exchange.readAll(), readSiteMetrics(getHealth)])
      return (await AggregatorRegistry.aggregate(all).metrics()) + ofSite
    },
    close() {
      database.queryObservers.delete(observeQuery)
      exchange.close()
    },
  }
}

/** What is counted elsewhere and read when it is scraped. */
function registerReadings(
  registers: Registry[],
  { pool }: Database,
  { cacheStats, countEvents, countStreams }: Pick<MetricSources, 'cacheStats' | 'countEvents' | 'countStreams'>,
) {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  const counter = (name: string, help: string, label: string, read: () => Record<string, number>) =>
    new Counter({
      name,
      help,
      labelNames: [label],
      registers,
      collect() {
        this.reset()
        for (const [value, count] of Object.entries(read())) this.inc({ [label]: value }, count)
      },
    })
  counter('bramble_page_cache_requests_total', 'Requests for pages that can be cached', 'result', () => {
    const { hits, misses, stale } = cacheStats()
    return { hit: hits - stale, stale, miss: misses }
  })
  gauge('bramble_page_cache_pages', 'Pages in the cache', () => cacheStats().pages)
  gauge('bramble_page_cache_bytes', 'Memory of the page cache', () => cacheStats().bytes)
  gauge('bramble_database_connections', 'Open connections of the pools', () => pool.totalCount)
  gauge('bramble_database_connections_idle', 'Open connections that no query uses', () => pool.idleCount)
  gauge('bramble_database_connections_max', 'Connections that the pools may open', () => pool.options.max)
  gauge('bramble_database_connections_waiting', 'Queries that wait for a connection', () => pool.waitingCount)
  gauge('bramble_live_streams', 'Open event streams', countStreams)
  counter('bramble_analytics_events_total', 'Analytics events by what happened to them', 'outcome', () => {
    const { accepted, excluded } = countEvents()
    return { accepted, excluded }
  })
  counter('bramble_analytics_requests_total', 'Requests with analytics events', 'outcome', () => {
    const { acceptedRequests, shedRequests } = countEvents()
    return { accepted: acceptedRequests, shed: shedRequests }
  })
  gauge('bramble_analytics_requests_waiting', 'Requests with analytics events that are not stored yet', () => {
    return countEvents().waitingRequests
  })
}

/** They are the same in every process. Without them while the database does not respond. */
async function readSiteMetrics(getHealth: MetricSources['getHealth']): Promise<string> {
  const { waitingMail, failedMail, database } = await getHealth()
  const registry = new Registry()
  const gauge = (name: string, help: string, value: number) =>
    new Gauge({ name, help, registers: [registry] }).set(value)
  gauge('bramble_database_up', 'Whether the database responds', database.reachable ? 1 : 0)
  if (database.reachable) {
    gauge('bramble_database_size_bytes', 'Size of the database', database.sizeBytes)
    gauge('bramble_mail_waiting', 'Emails of the site that wait for an attempt', waitingMail)
    gauge('bramble_mail_failed', 'Emails of the site that could not be delivered', failedMail)
  }
  return registry.metrics()
}
