import type { Backup, Backups } from '#contract/backup.ts'
import { DAY_MS, HOUR_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { presentBackup } from './present.ts'
import {
  type BackupRow,
  backupById,
  deleteRow,
  expiredBackups,
  insertBackup,
  lockBackup,
  newestBackups,
  updateBackup,
} from './queries.ts'
import { getSchedule, lastSlot, nextSlot } from './schedule.ts'
import type { BackupStore } from './store.ts'

const FAILED_DAYS = 30

export const targetOf = ({ id, file }: Pick<BackupRow, 'id' | 'file'>) => ({ kind: 'backup', id, name: file })

export async function listBackups(ctx: Ctx<Viewer>, { location }: BackupStore): Promise<Backups> {
  const [rows, { schedule, since, version }] = await Promise.all([newestBackups(ctx.db), getSchedule(ctx)])
  const due = lastSlot(schedule, ctx.now())
  const late = due !== null && since !== null && due > since && ctx.now().getTime() - due.getTime() > HOUR_MS
  return {
    items: rows.map(presentBackup),
    schedule: { ...schedule, version },
    overdue: late && !rows.some(({ state, createdAt }) => state === 'whole' && createdAt >= due),
    nextAt: nextSlot(schedule, ctx.now())?.toISOString() ?? null,
    location,
  }
}

/** Adds a backup that the next free worker makes. */
export function startBackup(ctx: Ctx): Promise<Backup> {
  return inTransaction(ctx, async (tx) => {
    const row = await insertBackup(tx.db, { now: tx.now(), madeBy: tx.viewer?.id ?? null })
    if (!row) throw new Refusal('backup-running')
    await recordAudit(tx, { action: 'backup.started', target: targetOf(row) })
    tx.invalidate('backups')
    return getBackup(tx, row.id)
  })
}

export function verifyBackupById(ctx: Ctx<Viewer>, id: string): Promise<Backup> {
  return inTransaction(ctx, async (tx) => {
    await lockIdle(tx, id, 'whole')
    await updateBackup(tx.db, id, { verifyState: 'waiting', verifyError: null })
    tx.invalidate('backups')
    return getBackup(tx, id)
  })
}

/** The file first: when that fails, the row stays and it can be deleted again. */
export function deleteBackup(ctx: Ctx<Viewer>, store: BackupStore, id: string) {
  return inTransaction(ctx, async (tx) => {
    const row = await lockIdle(tx, id)
    await deleteWithFile(tx, store, row, '')
    return { deleted: true as const }
  })
}

/** Deletes old scheduled backups by the rule of the schedule, and the entries of old failures. */
export async function deleteExpired(ctx: Ctx, store: BackupStore) {
  const { schedule } = await getSchedule(ctx)
  const failedBefore = new Date(ctx.now().getTime() - FAILED_DAYS * DAY_MS)
  for (const row of await expiredBackups(ctx.db, { keep: schedule.keep, failedBefore })) {
    await inTransaction(ctx, (tx) => deleteWithFile(tx, store, row, 'schedule'))
  }
}

async function deleteWithFile(tx: Ctx, store: BackupStore, row: Pick<BackupRow, 'id' | 'file'>, reason: string) {
  await deleteRow(tx.db, row.id)
  await recordAudit(tx, { action: 'backup.deleted', target: targetOf(row), reason })
  await store.remove(row.file)
}

/** Refuses a backup that a worker is busy with. */
async function lockIdle({ db }: Ctx, id: string, state?: 'whole') {
  const row = await lockBackup(db, id)
  if (!row) throw new Refusal('not-found')
  const busy = new Set<string | null>(['waiting', 'running'])
  if (busy.has(row.state) || busy.has(row.verifyState)) throw new Refusal('backup-running')
  if (state && row.state !== state) throw new Refusal('not-found')
  return row
}

async function getBackup({ db }: Ctx, id: string): Promise<Backup> {
  const row = await backupById(db, id)
  if (!row) throw new Refusal('not-found')
  return presentBackup(row)
}
