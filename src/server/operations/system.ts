import { readFile, readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { LogLine, SystemStatus } from '#contract/operations/operations.ts'
import type { Received } from '#contract/endpoints.ts'
import type { Config } from '#server/config.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Database } from '#server/platform/db.ts'
import type { LogExchange } from '#server/platform/log-exchange.ts'
import { hostOf } from '#server/mail/mail-server.ts'
import type { MailConfig } from '#server/platform/mail.ts'
import type { ProcessMonitor } from '#server/platform/process-monitor.ts'
import { COLLECTED_QUERY_MS } from '#server/platform/slow-queries.ts'
import { getDiskSpace, isLow } from './disk.ts'
import { getOperationsHealth } from './health.ts'
import {
  appliedMigrations,
  cacheHistory,
  databaseFigures,
  databaseSize,
  lastSentMail,
  largestTables,
  liveProcesses,
  slowestQueries,
} from './queries.ts'

const CACHED_MS = 2 * SECOND_MS
const HISTORY_STEP_MINUTES = 30
const SHOWN_TABLES = 10
const SHOWN_QUERIES = 20

export type System = {
  config: Config
  database: Database
  monitor: ProcessMonitor
  logs: LogExchange
  version: string
  build: string
  /** The mail server in use. */
  getMail(): MailConfig
}

type Needs = Pick<Ctx, 'db' | 'now' | 'storage'>

/** Shared by all screens that refresh at the same time. */
export function createStatusReader(system: System) {
  let known: { at: number; status: Promise<SystemStatus> } | null = null

  return function getStatus(ctx: Needs): Promise<SystemStatus> {
    const at = performance.now()
    if (known && at - known.at < CACHED_MS) return known.status
    const status = readStatus(ctx, system)
    known = { at, status }
    // An error is not cached; the caller gets it.
    status.catch(() => (known = null))
    return status
  }
}

async function readStatus(ctx: Needs, system: System): Promise<SystemStatus> {
  const { db, now } = ctx
  const { config, version, build } = system
  const at = now()
  const since = new Date(at.getTime() - DAY_MS)
  const [processes, figures, sizeBytes, tables, history, slow, migrations, disk, health, lastSentAt] =
    await Promise.all([
      listProcesses(ctx, system),
      databaseFigures(db),
      databaseSize(db),
      largestTables(db, SHOWN_TABLES),
      cacheHistory(db, since, HISTORY_STEP_MINUTES),
      slowestQueries(db, SHOWN_QUERIES),
      pendingMigrations(ctx, config),
      getDiskSpace(config.dataDir),
      getOperationsHealth(ctx),
      lastSentMail(db),
    ])
  const { blobs } = config.storage
  const sum = (name: 'hits' | 'misses') => history.reduce((total, step) => total + step[name], 0)
  return {
    at: at.toISOString(),
    version,
    build,
    node: process.versions.node,
    postgres: figures.version,
    startedAt: processes.map(({ startedAt }) => startedAt).toSorted()[0] ?? at.toISOString(),
    processes,
    database: {
      kind: config.database.kind,
      sizeBytes,
      connections: figures.connections,
      maxConnections: figures.maxConnections,
      pendingMigrations: migrations,
      tables,
    },
    disk,
    blobs: { kind: blobs.kind, place: blobs.kind === 'folder' ? blobs.folder : `${blobs.endpoint} ${blobs.bucket}` },
    mail: {
      server: hostOf(system.getMail()),
      waiting: health.waitingMail,
      failed: health.failedMail,
      lastSentAt: lastSentAt?.toISOString() ?? null,
    },
    cache: {
      hits: sum('hits'),
      misses: sum('misses'),
      history: fillHistory(history, since, at),
    },
    slowQueryMs: COLLECTED_QUERY_MS,
    slowQueries: slow.map(({ id, statement, calls, totalMs, maxMs, lastAt }) => ({
      id,
      statement,
      calls,
      meanMs: totalMs / calls,
      maxMs,
      lastAt: lastAt.toISOString(),
    })),
    problems: [
      ...health.problems.filter(({ code }) => code !== 'disk-low'),
      ...(disk && isLow(disk) ? [{ code: 'disk-low', message: 'The disk of the data folder is almost full.' }] : []),
      ...(migrations.length > 0
        ? [{ code: 'migrations-pending', message: 'The database has pending migrations. Restart the site.' }]
        : []),
      ...(processes.some(({ listening }) => !listening)
        ? [{ code: 'not-listening', message: 'A process does not receive changes from others, so it caches no pages.' }]
        : []),
      ...(new Set(processes.map((one) => one.build)).size > 1
        ? [{ code: 'builds-differ', message: 'Processes run different builds. Restart those with the older one.' }]
        : []),
    ],
  }
}

type Step = { at: Date; hits: number; misses: number }

/** Steps without a request are part of the history too. */
function fillHistory(steps: readonly Step[], since: Date, until: Date) {
  const stepMs = HISTORY_STEP_MINUTES * MINUTE_MS
  const first = Math.ceil(since.getTime() / stepMs) * stepMs
  const known = new Map(steps.map((step) => [step.at.getTime(), step]))
  const filled: { at: string; hits: number; misses: number }[] = []
  for (let at = first; at <= until.getTime(); at += stepMs) {
    const { hits, misses } = known.get(at) ?? { hits: 0, misses: 0 }
    filled.push({ at: new Date(at).toISOString(), hits, misses })
  }
  return filled
}

async function listProcesses({ db, now }: Needs, { monitor }: System) {
  const rows = await liveProcesses(db, now())
  return rows.map(({ startedAt, seenAt, cacheHits, cacheMisses, ...row }) => ({
    ...row,
    startedAt: startedAt.toISOString(),
    seenAt: seenAt.toISOString(),
    cacheHitRate: cacheHits + cacheMisses > 0 ? cacheHits / (cacheHits + cacheMisses) : null,
    current: row.id === monitor.id,
  }))
}

async function pendingMigrations({ db }: Needs, { folders }: Config) {
  const files = (await readdir(folders.migrations)).filter((name) => name.endsWith('.sql'))
  const applied = new Set(await appliedMigrations(db))
  return files.filter((name) => !applied.has(name)).toSorted()
}

type LogQuery = Received<'GET /api/admin/system/log'>['query']

/** The latest records of all processes, or of one. */
export async function readLog({ db, now }: Pick<Ctx, 'db' | 'now'>, { logs }: System, asked: LogQuery) {
  const live = await liveProcesses(db, now())
  const chosen = asked.process ? live.filter(({ id }) => id === asked.process) : live
  if (chosen.length === 0 && asked.process) throw new Refusal('not-found', { message: 'This process has ended.' })
  const nameOf = new Map(chosen.map(({ id, host, pid }) => [id, `${host} ${pid}`]))
  const filter = {
    level: asked.level,
    text: asked.q || null,
    requestId: asked.request || null,
    limit: asked.limit,
  }
  const tails = await logs.read(filter, [...nameOf.keys()])
  const lines: LogLine[] = tails.flatMap(({ processId, records }) =>
    records.map((record) => ({ ...record, process: nameOf.get(processId) ?? '' })),
  )
  const answered = new Set(tails.map(({ processId }) => processId))
  return {
    lines: lines.toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0)).slice(0, asked.limit),
    missing: [...nameOf].flatMap(([id, name]) => (answered.has(id) ? [] : name)),
  }
}

const Package = z.object({ version: z.string() })

/** The version in `package.json`, which is in the folder that the site is started from, like the migrations. */
export async function readVersion() {
  return Package.parse(JSON.parse(await readFile(resolve('package.json'), 'utf8'))).version
}
