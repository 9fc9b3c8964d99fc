import { z } from 'zod'
import { DateFilter, adminListQuery } from './admin-list.ts'
import type { EndpointTable } from './endpoint.ts'
import { pageOf } from './shapes.ts'

/** Jobs whose failed items can be retried. */
export const failedJobs = ['mail', 'pictures', 'push', 'scheduled-publishing'] as const
export type FailedJob = (typeof failedJobs)[number]

export const jobStates = ['idle', 'running', 'failing'] as const
export type JobState = (typeof jobStates)[number]

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
    says: 'Lists the background jobs with their state, figures and queues.',
    query: z.object({ state: z.enum(jobStates).optional() }),
    reply: z.array(Job),
  },
  'GET /api/admin/jobs/failed': {
    access: 'admin',
    says: 'Lists items that a job gave up, newest first.',
    query: adminListQuery(['at'])
      .omit({ q: true, sort: true })
      .extend({ job: z.enum(failedJobs).optional() }),
    reply: pageOf(FailedItem),
  },
  'GET /api/admin/jobs/failures': {
    access: 'admin',
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
    says: 'Retries failed items. Can be repeated. Replies for each item.',
    body: z.object({ items: z.array(ItemRef).min(1).max(100) }),
    reply: z.array(ItemRef.extend({ refused: Refused })),
  },
  'POST /api/admin/jobs/{job}/retry-all': {
    access: 'admin',
    says: 'Retries up to 500 failed items of a job. Call it again with `next` as `before` while that is not null.',
    params: z.object({ job: z.enum(failedJobs) }),
    body: z.object({ before: z.string().max(2000).nullable().default(null) }),
    reply: z.object({ retried: z.int(), refused: z.int(), reason: z.string().nullable(), next: z.string().nullable() }),
  },
  'POST /api/admin/jobs/{job}/run': {
    access: 'admin',
    says: 'Starts a job now.',
    params: z.object({ job: z.string().max(60) }),
    reply: z.object({ started: z.boolean() }),
  },
} satisfies EndpointTable
