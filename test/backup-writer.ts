import { join } from 'node:path'
import { openClient, readVersion } from '#server/backup/archive/catalog.ts'
import { restoreBackup } from '#server/backup/archive/restore-backup.ts'
import { measure, saveFile } from '#server/backup/archive/save-file.ts'
import { backupBytes } from '#server/backup/archive/write-backup.ts'
import { openBlobs } from '#server/platform/blobs/open.ts'
import { createLog } from '#server/platform/log.ts'
import { readMigrations } from '#server/platform/migrate.ts'

/** Backs up or restores until it is killed. Prints a line for each step of the progress, and `done` at the end. */
async function work(mode: string, { url, folder, file }: { url: string; folder: string; file: string }) {
  const log = createLog({ level: 'silent', file: null })
  const blobs = openBlobs({ kind: 'folder', folder: join(folder, 'objects') })
  const migrations = await readMigrations('migrations')
  const onProgress = ({ stage, done }: { stage: string; done: number }) => process.stdout.write(`${stage} ${done}\n`)
  if (mode === 'restore') await restoreBackup({ path: file, url, log, blobs, migrations, replace: false, onProgress })
  else {
    const client = await openClient(url, log)
    const version = await readVersion('migrations')
    const source = { client, blobs, migrations, version, now: () => new Date(), onProgress }
    const { stream } = measure(backupBytes(source))
    await saveFile(file, stream)
    await client.end()
  }
  process.stdout.write('done\n')
  // Waits to be killed.
  setInterval(() => {}, 1000)
}

const [mode = '', url = '', folder = '', file = ''] = process.argv.slice(2)
await work(mode, { url, folder, file })
