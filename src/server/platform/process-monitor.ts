import { hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#contract/constants.ts'
import type { Database, Db } from './db.ts'
import { newId } from './ids.ts'
import type { JobChanges, JobFailureRecord, JobMonitor } from './jobs/job-monitor.ts'
import type { Log } from './log.ts'
import type { SlowQuery } from './slow-queries.ts'

const REPORT_MS = 5 * SECOND_MS
/** After a failure, which should show soon. */
const SOON_MS = SECOND_MS
const STALE_MS = MINUTE_MS
const LOOP_RESOLUTION_MS = 20
const SAME_FAILURE_MS = 60 * MINUTE_MS
const MAX_KNOWN_FAILURES = 500
const FAILURE_RETENTION_MS = 30 * DAY_MS
const SLOW_QUERY_RETENTION_MS = 7 * DAY_MS

type CacheStats = { pages: number; bytes: number; hits: number; misses: number }

type Options = {
  database: Database
  now: () => Date
  log: Log
  jobs: JobMonitor
  version: string
  build: string
  cacheStats: () => CacheStats
}

export type ProcessMonitor = ReturnType<typeof createProcessMonitor>

/**
 * Reports this process to the database every few seconds: a heartbeat, the runs of its jobs, cache hits and slow queries.
 * Everything is collected in memory, so requests and jobs never wait for it.
 */
export function createProcessMonitor({ database, now, log, jobs, version, build, cacheStats }: Options) {
  const { db, pool, slowQueries } = database
  const id = newId()
  const host = hostname()
  const startedAt = new Date(now().getTime() - process.uptime() * SECOND_MS)
  const loop = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS })
  loop.enable()
  const knownFailures = new Map<string, { id: number; since: number }>()
  let counted: CacheStats = { pages: 0, bytes: 0, hits: 0, misses: 0 }
  let reported = ''
  let listening = false
  let closed = false
  let soon: NodeJS.Timeout | null = null
  let working: Promise<void> = Promise.resolve()
  const timer = setInterval(() => void report(), REPORT_MS)
  timer.unref()
  jobs.onFailure = () => {
    if (closed || soon) return
    soon = setTimeout(() => {
      soon = null
      void report()
    }, SOON_MS)
    soon.unref()
  }

  /** Resolves when everything until now is written. */
  function report(): Promise<void> {
    working = working.then(write).catch((error: unknown) => log.warn({ err: error }, 'process report failed'))
    return working
  }

  async function write() {
    await writeProcess()
    await writeJobs()
    await writeCacheHits()
    const slow = slowQueries.take()
    try {
      await addSlowQueries(db, slow)
    } catch (error) {
      slowQueries.putBack(slow)
      throw error
    }
  }

  async function writeProcess() {
    const { rss, heapUsed } = process.memoryUsage()
    const { pages, bytes, hits, misses } = cacheStats()
    const loopDelayMs = Math.max(0, Math.round((loop.percentile(99) / 1e6 - LOOP_RESOLUTION_MS) * 10) / 10)
    loop.reset()
    const figures = {
      seenAt: now(),
      memoryBytes: rss,
      heapBytes: heapUsed,
      loopDelayMs: Number.isFinite(loopDelayMs) ? loopDelayMs : 0,
      listening,
      connections: pool.totalCount,
      connectionsWaiting: pool.waitingCount,
      cachePages: pages,
      cacheBytes: bytes,
      cacheHits: hits,
      cacheMisses: misses,
    }
    const identity = { host, pid: process.pid, role: 'web', version, build, node: process.versions.node, startedAt }
    await db
      .insertInto('siteProcess')
      .values({ id, ...identity, ...figures })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(figures))
      .execute()
    await db
      .deleteFrom('siteProcess')
      .where('seenAt', '<', new Date(now().getTime() - STALE_MS))
      .execute()
  }

  async function writeJobs() {
    const running = jobs.list().map(({ name, startedAt: since, nextRunAt }) => ({
      processId: id,
      job: name,
      startedAt: since,
      nextRunAt,
    }))
    const state = JSON.stringify(running)
    if (running.length > 0 && state !== reported) {
      await db
        .insertInto('processJob')
        .values(running)
        .onConflict((conflict) =>
          conflict.columns(['processId', 'job']).doUpdateSet((eb) => ({
            startedAt: eb.ref('excluded.startedAt'),
            nextRunAt: eb.ref('excluded.nextRunAt'),
          })),
        )
        .execute()
      reported = state
    }
    const changes = jobs.takeChanges()
    try {
      await db.transaction().execute(async (tx) => {
        await addRuns(tx, changes)
        for (const failure of changes.failures) await addFailure(tx, failure)
      })
    } catch (error) {
      jobs.putBack(changes)
      throw error
    }
  }

  /** The same failure is one row for an hour, so that a job that fails in every run does not fill the table. */
  async function addFailure(tx: Db, { job, item, error, at, times }: JobFailureRecord) {
    const key = JSON.stringify([job, item, error])
    const known = knownFailures.get(key)
    if (known && at.getTime() - known.since < SAME_FAILURE_MS) {
      const { numUpdatedRows } = await tx
        .updateTable('jobFailure')
        .set((eb) => ({ at, times: eb('times', '+', times) }))
        .where('id', '=', known.id)
        .executeTakeFirst()
      if (numUpdatedRows > 0n) return
    }
    const { id: row } = await tx
      .insertInto('jobFailure')
      .values({ job, item, error, at, firstAt: at, times, host, pid: process.pid })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (knownFailures.size >= MAX_KNOWN_FAILURES) knownFailures.clear()
    knownFailures.set(key, { id: row, since: at.getTime() })
  }

  async function writeCacheHits() {
    const stats = cacheStats()
    const hits = stats.hits - counted.hits
    const misses = stats.misses - counted.misses
    if (hits + misses === 0) return
    const minute = new Date(Math.floor(now().getTime() / MINUTE_MS) * MINUTE_MS)
    await db
      .insertInto('cacheMinute')
      .values({ at: minute, hits, misses })
      .onConflict((conflict) =>
        conflict.column('at').doUpdateSet((eb) => ({
          hits: eb('cacheMinute.hits', '+', hits),
          misses: eb('cacheMinute.misses', '+', misses),
        })),
      )
      .execute()
    counted = stats
  }

  return {
    id,
    report,
    isListening: () => listening,
    setListening(on: boolean) {
      listening = on
    },
    async close() {
      closed = true
      clearInterval(timer)
      if (soon) clearTimeout(soon)
      await report()
      loop.disable()
      // When the database is gone, the row is deleted by another process.
      await db
        .deleteFrom('siteProcess')
        .where('id', '=', id)
        .execute()
        .catch((error: unknown) => log.debug({ err: error }, 'process not deregistered'))
    },
  }
}

/** Adds to the runs that other processes have counted. */
async function addRuns(db: Db, { runs }: JobChanges) {
  // In one order, so that two processes do not wait for each other.
  const rows = [...runs].toSorted(([one], [other]) => (one < other ? -1 : 1))
  if (rows.length === 0) return
  await db
    .insertInto('jobState')
    .values(rows.map(([name, change]) => ({ name, ...change })))
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        runs: sql`job_state.runs + excluded.runs`,
        failures: sql`job_state.failures + excluded.failures`,
        lastStartedAt: sql`greatest(job_state.last_started_at, excluded.last_started_at)`,
        lastSuccessAt: sql`greatest(job_state.last_success_at, excluded.last_success_at)`,
        lastDurationMs: sql`coalesce(excluded.last_duration_ms, job_state.last_duration_ms)`,
        lastFailureAt: sql`greatest(job_state.last_failure_at, excluded.last_failure_at)`,
        lastError: sql`coalesce(excluded.last_error, job_state.last_error)`,
      }),
    )
    .execute()
}

async function addSlowQueries(db: Db, slow: readonly SlowQuery[]) {
  if (slow.length === 0) return
  await db
    .insertInto('slowQuery')
    .values(slow.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        calls: sql`slow_query.calls + excluded.calls`,
        totalMs: sql`slow_query.total_ms + excluded.total_ms`,
        maxMs: sql`greatest(slow_query.max_ms, excluded.max_ms)`,
        lastAt: sql`greatest(slow_query.last_at, excluded.last_at)`,
      }),
    )
    .execute()
}

/** Deletes what is older than the screens show. */
export async function sweepReports(db: Db, now: Date) {
  const before = (ms: number) => new Date(now.getTime() - ms)
  await db.deleteFrom('jobFailure').where('at', '<', before(FAILURE_RETENTION_MS)).execute()
  await db.deleteFrom('slowQuery').where('lastAt', '<', before(SLOW_QUERY_RETENTION_MS)).execute()
  await db.deleteFrom('cacheMinute').where('at', '<', before(DAY_MS)).execute()
  await db.deleteFrom('logAnswer').where('at', '<', before(MINUTE_MS)).execute()
}
