import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBlobs } from '#server/platform/blobs/open.ts'
import { readMigrations } from '#server/platform/migrate.ts'
import { aBackup, aFilledSite, aFolder, anEmptyDatabaseUrl, checksumsOf } from '#test/backups.ts'
import { testLog } from '#test/database.ts'
import { buildWriter, startWriter } from '#test/writer-process.ts'
import { openClient, tablesIn } from './archive/catalog.ts'
import { openBackup } from './archive/check-file.ts'
import { restoreBackup } from './archive/restore-backup.ts'

const ROUNDS = process.env['CRASH_ROUNDS'] ? Number(process.env['CRASH_ROUNDS']) : 3

test(
  `killed ${ROUNDS} times each, a backup is never whole in name only, and a restore leaves all or nothing`,
  { timeout: 120_000 + ROUNDS * 30_000 },
  async () => {
    const site = await aFilledSite()
    const script = await buildWriter('backup-writer')
    const { path, manifest } = await aBackup(site)
    const migrations = await readMigrations('migrations')
    const steps = { backup: await stepsOf('backup'), restore: await stepsOf('restore') }
    const expected = Object.fromEntries(manifest.tables.map(({ name, rows, rowSum }) => [name, `${rows} ${rowSum}`]))

    /** The lines that an undisturbed run prints. */
    async function stepsOf(mode: string) {
      const url = mode === 'backup' ? site.database.url : await anEmptyDatabaseUrl()
      const folder = mode === 'backup' ? site.folder : await aFolder()
      const file = mode === 'backup' ? join(await aFolder(), 'site.tar') : path
      const writer = startWriter(script, [mode, url, folder, file])
      await expect.poll(() => writer.acknowledged.at(-1), { timeout: 60_000, interval: 20 }).toBe('done')
      await writer.kill()
      return writer.acknowledged.length
    }

    /** Kills the process after a random step. */
    async function killed(mode: 'backup' | 'restore', args: string[]) {
      const writer = startWriter(script, [mode, ...args])
      await writer.reached(1 + Math.floor(Math.random() * steps[mode]))
      await writer.kill()
      return writer.acknowledged.includes('done')
    }

    for (let round = 0; round < ROUNDS; round++) {
      const file = join(await aFolder(), 'site.tar')
      const finished = await killed('backup', [site.database.url, site.folder, file])
      const exists = await stat(file).then(
        () => true,
        () => false,
      )
      if (finished) expect(exists).toBe(true)
      if (exists) {
        const { file: handle } = await openBackup(file)
        await handle.close()
      }
      const partial = `${file}.part`
      const left = await stat(partial).catch(() => null)
      // The name of a partial file says so. When its end is missing, it is refused under any name.
      if (left && left.size < manifest.objects.bytes) await expect(openBackup(partial)).rejects.toThrow('damaged')

      const url = await anEmptyDatabaseUrl()
      const folder = await aFolder()
      const restored = await killed('restore', [url, folder, path])
      const client = await openClient(url, testLog)
      // The server notices a lost connection a moment later, and ends its transaction.
      await expect
        .poll(
          async () => (await client.query(`select from pg_stat_activity where datname = current_database()`)).rowCount,
        )
        .toBe(1)
      const tables = await tablesIn(client)
      await client.end()
      const blobs = openBlobs({ kind: 'folder', folder: join(folder, 'objects') })
      if (restored) expect(tables.length).toBeGreaterThan(0)
      if (tables.length === 0) {
        await restoreBackup({ path, url, log: testLog, blobs, migrations, replace: false })
      }
      expect(await checksumsOf(url, blobs)).toMatchObject(expected)
    }
  },
)
