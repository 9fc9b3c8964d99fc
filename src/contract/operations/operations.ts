import { z } from 'zod'
import { DateFilter, adminListQuery } from '#contract/admin-list.ts'
import type { EndpointTable } from '#contract/endpoint.ts'
import { pageOf } from '#contract/shapes.ts'
import { failedJobs, jobStates, logLevelNames } from './names.ts'

const Time = z.iso.datetime()

export const JobProcess = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.int(),
  /** Set while it runs there. */
  startedAt: Time.nullable(),
  nextRunAt: Time.nullable(),
})

/** A background job, with its runs in all processes. */
export const Job = z.object({
  name: z.string(),
  kind: z.enum(['worker', 'scheduled', 'daily']),
  state: z.enum(jobStates),
  runs: z.int(),
  failures: z.int(),
  lastStartedAt: Time.nullable(),
  lastSuccessAt: Time.nullable(),
  lastDurationMs: z.int().nullable(),
  lastFailureAt: Time.nullable(),
  lastError: z.string().nullable(),
  nextRunAt: Time.nullable(),
  /** Items in its queue, up to 10,000. Null for jobs without a queue. */
  waiting: z.int().nullable(),
  /** Items that it gave up, up to 10,000. Null when it keeps none. */
  failed: z.int().nullable(),
  processes: z.array(JobProcess),
})
export type Job = z.infer<typeof Job>

/** Something in a queue that the job gave up. */
export const FailedItem = z.object({
  job: z.enum(failedJobs),
  id: z.string(),
  name: z.string(),
  error: z.string(),
  attempts: z.int().nullable(),
  at: Time,
})
export type FailedItem = z.infer<typeof FailedItem>

export const JobFailure = z.object({
  id: z.int(),
  job: z.string(),
  firstAt: Time,
  at: Time,
  /** How often it happened between the two. */
  times: z.int(),
  item: z.string().nullable(),
  error: z.string(),
  process: z.string(),
})
export type JobFailure = z.infer<typeof JobFailure>

const ItemRef = z.object({ job: z.enum(failedJobs), id: z.string().max(40) })
const Refused = z.object({ code: z.string(), message: z.string() }).nullable()

export const jobEndpoints = {
  'GET /api/admin/jobs': {
    access: 'admin',
    scope: 'system:read',
    says: 'Lists the background jobs with their state, figures and queues.',
    query: z.object({ state: z.enum(jobStates).optional() }),
    reply: z.array(Job),
  },
  'GET /api/admin/jobs/failed': {
    access: 'admin',
    scope: 'system:read',
    says: 'Lists items that a job gave up, newest first.',
    query: adminListQuery(['at'])
      .omit({ q: true, sort: true })
      .extend({ job: z.enum(failedJobs).optional() }),
    reply: pageOf(FailedItem),
  },
  'GET /api/admin/jobs/failures': {
    access: 'admin',
    scope: 'system:read',
    says: 'Lists the failures of the last 30 days, latest first.',
    query: adminListQuery(['at'])
      .omit({ q: true })
      .extend({
        job: z.string().max(60).optional(),
        from: DateFilter,
        to: DateFilter,
      }),
    reply: pageOf(JobFailure),
  },
  'POST /api/admin/jobs/retry': {
    access: 'admin',
    scope: 'system:write',
    says: 'Retries failed items. Can be repeated. Replies for each item.',
    body: z.object({ items: z.array(ItemRef).min(1).max(100) }),
    reply: z.array(ItemRef.extend({ refused: Refused })),
  },
  'POST /api/admin/jobs/{job}/retry-all': {
    access: 'admin',
    scope: 'system:write',
    says: 'Retries up to 500 failed items of a job. Call it again with `next` as `before` while that is not null.',
    params: z.object({ job: z.enum(failedJobs) }),
    body: z.object({ before: z.string().max(2000).nullable().default(null) }),
    reply: z.object({ retried: z.int(), refused: z.int(), reason: z.string().nullable(), next: z.string().nullable() }),
  },
  'POST /api/admin/jobs/{job}/run': {
    access: 'admin',
    scope: 'system:write',
    says: 'Starts a job now.',
    params: z.object({ job: z.string().max(60) }),
    reply: z.object({ started: z.boolean() }),
  },
} satisfies EndpointTable

export const SiteProcess = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.int(),
  role: z.string(),
  version: z.string(),
  build: z.string(),
  node: z.string(),
  startedAt: Time,
  seenAt: Time,
  memoryBytes: z.int(),
  heapBytes: z.int(),
  /** The 99th percentile of the last seconds. */
  loopDelayMs: z.number(),
  /** Whether it receives the invalidations of other processes. */
  listening: z.boolean(),
  connections: z.int(),
  connectionsWaiting: z.int(),
  cachePages: z.int(),
  cacheBytes: z.int(),
  /** Since its start. Null before the first request. */
  cacheHitRate: z.number().nullable(),
  /** Whether it served this reply. */
  current: z.boolean(),
})
export type SiteProcess = z.infer<typeof SiteProcess>

export const SlowQueryRow = z.object({
  id: z.string(),
  statement: z.string(),
  calls: z.int(),
  meanMs: z.number(),
  maxMs: z.number(),
  lastAt: Time,
})

const Disk = z.object({ freeBytes: z.int(), totalBytes: z.int() }).nullable()

export const SystemStatus = z.object({
  at: Time,
  version: z.string(),
  build: z.string(),
  node: z.string(),
  postgres: z.string(),
  startedAt: Time,
  processes: z.array(SiteProcess),
  database: z.object({
    kind: z.enum(['embedded', 'external']),
    sizeBytes: z.int(),
    connections: z.int(),
    maxConnections: z.int(),
    pendingMigrations: z.array(z.string()),
    tables: z.array(z.object({ name: z.string(), bytes: z.int(), rows: z.int() })),
  }),
  /** Of the data folder. */
  disk: Disk,
  blobs: z.object({ kind: z.enum(['folder', 's3']), place: z.string() }),
  mail: z.object({
    server: z.string().nullable(),
    waiting: z.int(),
    failed: z.int(),
    lastSentAt: Time.nullable(),
  }),
  cache: z.object({
    hits: z.int(),
    misses: z.int(),
    /** The last 24 hours in steps of half an hour, oldest first. */
    history: z.array(z.object({ at: Time, hits: z.int(), misses: z.int() })),
  }),
  slowQueryMs: z.int(),
  slowQueries: z.array(SlowQueryRow),
  problems: z.array(z.object({ code: z.string(), message: z.string() })),
})
export type SystemStatus = z.infer<typeof SystemStatus>

export const SystemCheck = z.object({ check: z.string(), ok: z.boolean(), found: z.string() })
export type SystemCheck = z.infer<typeof SystemCheck>

export const LogLine = z.object({
  at: Time,
  level: z.enum(logLevelNames),
  message: z.string(),
  requestId: z.string().nullable(),
  /** The other fields, as JSON. */
  fields: z.string(),
  process: z.string(),
})
export type LogLine = z.infer<typeof LogLine>

export const systemEndpoints = {
  'GET /api/admin/system': {
    access: 'admin',
    scope: 'system:read',
    says: 'The state of processes, database, disk, cache and mail.',
    reply: SystemStatus,
  },
  'GET /api/admin/system/checks': {
    access: 'admin',
    scope: 'system:read',
    says: 'Runs the checks of `bramble doctor`, and connects to the file store and the mail server. May take a minute.',
    reply: z.object({ at: Time, checks: z.array(SystemCheck) }),
  },
  'GET /api/admin/system/log': {
    access: 'admin',
    says: 'The latest log records of all processes or of one, latest first.',
    query: z.object({
      level: z.enum(logLevelNames).default('info'),
      q: z.string().trim().max(200).optional(),
      request: z.string().trim().max(100).optional(),
      process: z.string().max(40).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(200),
    }),
    reply: z.object({
      lines: z.array(LogLine),
      /** Processes that did not answer in time. */
      missing: z.array(z.string()),
    }),
  },
} satisfies EndpointTable
