import { type Backup, backupStates, verifyStates } from '#contract/backup.ts'
import { z } from 'zod'
import type { ListedBackup } from './queries.ts'

const State = z.enum(backupStates)
const VerifyState = z.enum(verifyStates)

export function presentBackup(row: ListedBackup): Backup {
  const { personName: name, personHandle: handle } = row
  const running = row.state === 'running' || row.verifyState === 'running'
  return {
    id: row.id,
    state: State.parse(row.state),
    file: row.file,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    scheduled: row.slot !== null,
    madeBy: name !== null && handle !== null ? { name, handle } : null,
    size: row.size,
    sha256: row.sha256,
    rows: row.rowCount,
    objects: row.objectCount,
    missing: row.missing,
    error: row.error,
    verify:
      row.verifyState === null
        ? null
        : {
            state: VerifyState.parse(row.verifyState),
            at: row.verifiedAt?.toISOString() ?? null,
            error: row.verifyError,
          },
    percent: running && row.total > 0 ? Math.min(99, Math.floor((row.done / row.total) * 100)) : null,
  }
}
