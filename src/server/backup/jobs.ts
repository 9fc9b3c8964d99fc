import { SECOND_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { createWorker } from '#server/platform/jobs/worker.ts'
import { readMigrations } from '#server/platform/migrate.ts'
import { readVersion } from './archive/catalog.ts'
import { runNextBackup } from './run-work.ts'
import { addScheduled } from './schedule.ts'
import type { BackupStore } from './store.ts'

type Options = { store: BackupStore; url: string; migrationsFolder: string }

/** Makes scheduled backups when they are due, and all that people start. */
export function createBackupWorker(ctx: Ctx, { store, url, migrationsFolder }: Options) {
  const stopping = new AbortController()
  const worker = createWorker(ctx, {
    name: 'backups',
    everyMs: 30 * SECOND_MS,
    restMs: SECOND_MS,
    failure: 'backup job failed',
    wakeOn: 'backups',
    async run(closed) {
      await addScheduled(ctx)
      const [migrations, version] = await Promise.all([readMigrations(migrationsFolder), readVersion(migrationsFolder)])
      const work = { store, url, migrations, version }
      while (!closed() && (await runNextBackup(ctx, work, stopping.signal)));
    },
  })
  return {
    ...worker,
    async close() {
      stopping.abort()
      await worker.close()
    },
  }
}
