import { z } from 'zod'
import { DAY_MS } from '#contract/constants.ts'
import type { Received } from '#contract/endpoints.ts'
import type { FailedItem, Job, JobFailure } from '#contract/operations/operations.ts'
import { type JobState, failedJobs } from '#contract/operations/names.ts'
import { Id, type PageOf } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { defineCursor, time } from '#server/platform/cursor.ts'
import { countFailedItems, countWaiting, failedItemsPage, jobFailuresPage, jobStates, processJobs } from './queries.ts'

type Needs = Pick<Ctx, 'db' | 'now' | 'jobs'>

/** Every job of this process, which all processes have, with its runs in all of them. */
export async function listJobs(ctx: Needs, { state }: { state?: JobState | undefined } = {}): Promise<Job[]> {
  const { db, now, jobs } = ctx
  const [states, running, waiting, failed] = await Promise.all([
    jobStates(db),
    processJobs(db, now()),
    countWaiting(db, now()),
    countFailedItems(db, now()),
  ])
  const all = jobs.list().map(({ name, kind }): Job => {
    const known = states.find((one) => one.name === name)
    const processes = running.filter(({ job }) => job === name)
    const isRunning = processes.some(({ startedAt }) => startedAt !== null)
    const nextRuns = processes.flatMap(({ nextRunAt }) => nextRunAt ?? [])
    return {
      name,
      kind,
      state: known?.failing ? 'failing' : isRunning ? 'running' : 'idle',
      runs: known?.runs ?? 0,
      failures: known?.failures ?? 0,
      lastStartedAt: iso(known?.lastStartedAt),
      lastSuccessAt: iso(known?.lastSuccessAt),
      lastDurationMs: known?.lastDurationMs ?? null,
      lastFailureAt: iso(known?.lastFailureAt),
      lastError: known?.lastError ?? null,
      nextRunAt: nextRuns.length > 0 ? iso(new Date(Math.min(...nextRuns.map((at) => at.getTime())))) : null,
      waiting: waiting[name] ?? null,
      failed: isFailedJob(name) ? failed[name] : null,
      processes: processes.map(({ processId: id, host, pid, startedAt, nextRunAt }) => ({
        id,
        host,
        pid,
        startedAt: iso(startedAt),
        nextRunAt: iso(nextRunAt),
      })),
    }
  })
  const order: JobState[] = ['failing', 'running', 'idle']
  return all
    .filter((job) => state === undefined || job.state === state)
    .toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state) || (one.name < other.name ? -1 : 1))
}

function iso(at: Date | null | undefined) {
  return at?.toISOString() ?? null
}

function isFailedJob(name: string): name is (typeof failedJobs)[number] {
  return failedJobs.some((one) => one === name)
}

const itemCursor = defineCursor(z.tuple([time, Id]))
type FailedQuery = Partial<Received<'GET /api/admin/jobs/failed'>['query']> & { limit: number }

export async function listFailedItems({ db, now }: Pick<Ctx, 'db' | 'now'>, asked: FailedQuery) {
  const place = itemCursor.read(asked.before)
  const rows = await failedItemsPage(db, {
    jobs: asked.job ? [asked.job] : failedJobs,
    before: place && { at: place[0], id: place[1] },
    limit: asked.limit + 1,
    now: now(),
  })
  const { shown, next } = itemCursor.paginate(rows, asked.limit, ({ at, id }) => [at, id])
  const items: FailedItem[] = shown.map(({ job, id, name, error, attempts, at }) => ({
    job,
    id,
    name,
    error,
    attempts,
    at: at.toISOString(),
  }))
  return { items, next }
}

type FailuresQuery = Partial<Received<'GET /api/admin/jobs/failures'>['query']> & { limit: number }

export async function listJobFailures(
  { db }: Pick<Ctx, 'db'>,
  { from, to, ...asked }: FailuresQuery,
): Promise<PageOf<JobFailure>> {
  const { shown, next } = await jobFailuresPage(db, {
    ...asked,
    from: from ? new Date(from) : null,
    until: to ? new Date(Date.parse(to) + DAY_MS) : null,
  })
  const items = shown.map(({ id, job, firstAt, at, times, item, error, host, pid }) => ({
    id,
    job,
    firstAt: firstAt.toISOString(),
    at: at.toISOString(),
    times,
    item,
    error,
    process: `${host} ${pid}`,
  }))
  return { items, next }
}
