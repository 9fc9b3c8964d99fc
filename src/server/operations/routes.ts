import type { Serve } from '#server/platform/api.ts'
import { createChecks } from './checks.ts'
import { listFailedItems, listJobFailures, listJobs } from './jobs-list.ts'
import { type Retriers, retryAll, retryItems } from './retry-failed.ts'
import { runJob } from './run-now.ts'
import { type System, createStatusReader, readLog } from './system.ts'

export function operationsRoutes(serve: Serve, system: System, retriers: Retriers) {
  const getStatus = createStatusReader(system)
  const runChecks = createChecks(system)
  serve('GET /api/admin/jobs', (ctx, { query }) => listJobs(ctx, query))
  serve('GET /api/admin/jobs/failed', (ctx, { query }) => listFailedItems(ctx, query))
  serve('GET /api/admin/jobs/failures', (ctx, { query }) => listJobFailures(ctx, query))
  serve('POST /api/admin/jobs/retry', (ctx, { body }) => retryItems(ctx, body.items, retriers))
  serve('POST /api/admin/jobs/{job}/retry-all', (ctx, { params, body }) =>
    retryAll(ctx, params.job, body.before, retriers),
  )
  serve('POST /api/admin/jobs/{job}/run', (ctx, { params }) => runJob(ctx, params.job))
  serve('GET /api/admin/system', (ctx) => getStatus(ctx))
  serve('GET /api/admin/system/checks', (ctx) => runChecks(ctx))
  serve('GET /api/admin/system/log', (ctx, { query }) => readLog(ctx, system, query))
}
