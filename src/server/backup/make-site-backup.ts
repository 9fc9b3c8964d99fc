import { Refusal } from '#contract/errors.ts'
import type { Config } from '#server/config.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { readMigrations } from '#server/platform/migrate.ts'
import { readVersion } from './archive/catalog.ts'
import type { Progress } from './archive/write-backup.ts'
import { startBackup } from './manage.ts'
import { backupById, firstWaiting } from './queries.ts'
import { failAbandoned, runNextBackup } from './run-work.ts'
import { openBackupStore } from './store.ts'

type Options = {
  config: Pick<Config, 'storage' | 'dataDir' | 'folders'>
  url: string
  onProgress(progress: Progress): void
}

/** Makes a backup in this process, as a running site does, so that the site lists it. */
export async function makeSiteBackup(ctx: Ctx, { config, url, onProgress }: Options) {
  const store = openBackupStore(config)
  try {
    const folder = config.folders.migrations
    const [migrations, version] = await Promise.all([readMigrations(folder), readVersion(folder)])
    await failAbandoned(ctx, store)
    // A site that was stopped may have left one to be made.
    const { id } = (await firstWaiting(ctx.db)) ?? (await startBackup(ctx))
    const work = { store, url, migrations, version, onProgress }
    const state = async () => (await backupById(ctx.db, id))?.state
    // A running site may be faster: then there is nothing to do here but wait.
    const never = new AbortController().signal
    while ((await state()) === 'waiting' && (await runNextBackup(ctx, work, never)));
    for (;;) {
      const row = await backupById(ctx.db, id)
      if (!row) throw new Refusal('not-found')
      const { done, total } = row
      if (row.state !== 'running' && row.state !== 'waiting') return { ...row, location: store.location }
      onProgress({ stage: 'tables', done, total })
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  } finally {
    await store.close()
  }
}

const POLL_MS = 500
