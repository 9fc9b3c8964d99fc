import { SECOND_MS } from '#contract/constants.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isUniqueViolation } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Migration } from '#server/platform/migrate.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { openClient } from './archive/catalog.ts'
import { BackupError } from './archive/manifest.ts'
import { measure } from './archive/save-file.ts'
import { verifyBackup } from './archive/verify-backup.ts'
import { type Progress, backupBytes } from './archive/write-backup.ts'
import { deleteExpired, targetOf } from './manage.ts'
import { type BackupRow, abandonedWork, ended, takeLease, updateBackup, updateLeased, waitingWork } from './queries.ts'
import type { BackupStore } from './store.ts'

const LEASE_MS = 60 * SECOND_MS
const RENEW_MS = SECOND_MS
const KILLED = 'The server was stopped while it was at work. Start a new one.'
const MAX_ERROR = 2000

export type BackupWork = {
  store: BackupStore
  /** Of the database: reading all tables needs a connection without the limits of the pool. */
  url: string
  migrations: readonly Migration[]
  version: string
  onProgress?: (progress: Progress) => void
}

/** Makes or verifies the next backup that waits, unless one is at work. Returns whether there was one. */
export async function runNextBackup(ctx: Ctx, work: BackupWork, signal: AbortSignal): Promise<boolean> {
  await failAbandoned(ctx, work.store)
  const row = await claim(ctx)
  if (!row?.leaseId) return false
  const leaseId = row.leaseId
  const verifies = row.verifyState === 'running'
  const lost = new AbortController()
  const stop = AbortSignal.any([signal, lost.signal])
  const renewing = keepLease(ctx, leaseId, lost)
  const watched = { ...work, onProgress: renewing.onProgress(work.onProgress) }
  try {
    await (verifies ? verifyRow(ctx, row, watched, stop) : makeBackup(ctx, row, watched, stop))
  } catch (error) {
    // The row belongs to another process now, or will be failed by one.
    if (lost.signal.aborted) throw error
    if (signal.aborted) await putBack(ctx, leaseId, verifies)
    else await fail(ctx, row, { error, verifies, leaseId })
  } finally {
    await renewing.stop()
  }
  await deleteExpired(ctx, work.store)
  return true
}

async function makeBackup(ctx: Ctx, row: BackupRow, work: BackupWork, signal: AbortSignal) {
  const { store, url, migrations, version, onProgress } = work
  const client = await openClient(url, ctx.log)
  try {
    const { blobs, now } = ctx
    const source = { client, blobs, migrations, version, now, signal, ...(onProgress && { onProgress }) }
    const { stream, measured } = measure(backupBytes(source))
    await store.save(row.file, stream)
    signal.throwIfAborted()
    const { manifest, size, sha256 } = measured()
    const rowCount = manifest.tables.reduce((sum, { rows }) => sum + rows, 0)
    const counts = { size, rowCount, objectCount: manifest.objects.count, missing: manifest.missing.length }
    await inTransaction(ctx, async (tx) => {
      const whole = { state: 'whole', finishedAt: tx.now(), sha256, ...counts, ...ended }
      if (!(await updateLeased(tx.db, row.leaseId ?? '', whole))) throw new BackupError(KILLED)
      await recordAudit(tx, { action: 'backup.finished', target: targetOf(row), after: { ...counts, sha256 } })
    })
  } catch (error) {
    await store.remove(row.file)
    throw error
  } finally {
    await client.end()
  }
}

async function verifyRow(ctx: Ctx, row: BackupRow, work: BackupWork, signal: AbortSignal) {
  const { store, url, migrations, onProgress } = work
  const options = { url, migrations, log: ctx.log, signal, ...(onProgress && { onProgress }) }
  await store.withLocalFile(row.file, (path) => verifyBackup({ ...options, path }))
  await inTransaction(ctx, async (tx) => {
    const passed = { verifyState: 'passed', verifiedAt: tx.now(), verifyError: null, ...ended }
    if (!(await updateLeased(tx.db, row.leaseId ?? '', passed))) throw new BackupError(KILLED)
    await recordAudit(tx, { action: 'backup.verified', target: targetOf(row), after: { passed: true } })
  })
}

/** One at a time in all processes: the unique index refuses a second one. */
async function claim(ctx: Ctx): Promise<BackupRow | null> {
  try {
    return await inTransaction(ctx, async ({ db, now }) => {
      const row = await waitingWork(db)
      const until = new Date(now().getTime() + LEASE_MS)
      return row ? await takeLease(db, row, newId(), { now: now(), until }) : null
    })
  } catch (error) {
    if (isUniqueViolation(error, 'backup_running')) return null
    throw error
  }
}

/** Renews the lease and stores the progress every second. Aborts the work when the lease is lost. */
function keepLease(ctx: Ctx, leaseId: string, lost: AbortController) {
  let latest: Progress | null = null
  let renewing = Promise.resolve()
  let stopped = false
  const renew = async () => {
    if (stopped) return
    const leaseUntil = new Date(ctx.now().getTime() + LEASE_MS)
    const progress = latest && { stage: latest.stage, done: Math.round(latest.done), total: Math.round(latest.total) }
    if (!(await updateLeased(ctx.db, leaseId, { leaseUntil, ...progress })) && !stopped) lost.abort()
  }
  const timer = setInterval(() => {
    // A database that does not respond for a moment does not end the lease.
    renewing = renewing.then(renew).catch((error: unknown) => ctx.log.warn({ err: error }, 'backup lease not renewed'))
  }, RENEW_MS)
  timer.unref()
  return {
    onProgress: (also?: (progress: Progress) => void) => (progress: Progress) => {
      latest = progress
      also?.(progress)
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      await renewing
    },
  }
}

/** A server that stops leaves the work to the next one. */
async function putBack({ db }: Ctx, leaseId: string, verifies: boolean) {
  await updateLeased(db, leaseId, { ...ended, ...(verifies ? { verifyState: 'waiting' } : { state: 'waiting' }) })
}

type Failure = { error: unknown; verifies: boolean; leaseId: string }

async function fail(ctx: Ctx, row: BackupRow, { error, verifies, leaseId }: Failure) {
  if (!(error instanceof BackupError)) ctx.log.error({ err: error }, 'backup failed')
  const message = (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR)
  await inTransaction(ctx, async (tx) => {
    if (!(await updateLeased(tx.db, leaseId, failure(tx.now(), verifies, message)))) return
    await recordAudit(tx, failureRecord(row, verifies, message))
  })
}

/** Work of processes that were killed. Their partial files are deleted. */
export async function failAbandoned(ctx: Ctx, store: BackupStore) {
  const abandoned = await inTransaction(ctx, async (tx) => {
    const rows = await abandonedWork(tx.db, tx.now())
    for (const row of rows) {
      const verifies = row.verifyState === 'running'
      await updateBackup(tx.db, row.id, failure(tx.now(), verifies, KILLED))
      await recordAudit(tx, failureRecord(row, verifies, KILLED))
    }
    return rows
  })
  for (const { state, file } of abandoned) if (state === 'running') await store.remove(file)
}

function failure(now: Date, verifies: boolean, error: string) {
  return verifies
    ? { ...ended, verifyState: 'failed', verifiedAt: now, verifyError: error }
    : { ...ended, state: 'failed', finishedAt: now, error }
}

function failureRecord(row: BackupRow, verifies: boolean, error: string) {
  const target = targetOf(row)
  return verifies
    ? { action: 'backup.verified', target, after: { passed: false, error } }
    : { action: 'backup.failed', target, after: { error } }
}
