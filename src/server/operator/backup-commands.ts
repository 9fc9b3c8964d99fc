import { resolve } from 'node:path'
import { BackupError, type Manifest } from '#server/backup/archive/manifest.ts'
import { openClient, readVersion } from '#server/backup/archive/catalog.ts'
import { restoreBackup } from '#server/backup/archive/restore-backup.ts'
import { measure, saveFile } from '#server/backup/archive/save-file.ts'
import { verifyBackup } from '#server/backup/archive/verify-backup.ts'
import { type Progress, backupBytes } from '#server/backup/archive/write-backup.ts'
import { makeSiteBackup } from '#server/backup/make-site-backup.ts'
import { recordAudit } from '#server/audit/record.ts'
import { openBlobs } from '#server/platform/blobs/open.ts'
import type { Db } from '#server/platform/db.ts'
import { readMigrations } from '#server/platform/migrate.ts'
import { noSession } from '#server/platform/system-ctx.ts'
import { canOpenSecrets } from '#server/platform/secrets/keys.ts'
import { type Command, type CommandContext, UsageError, ctxOf } from './command.ts'

const operator = { viewer: null, now: () => new Date(), session: { ...noSession, source: 'operator' as const } }

export const backupCommands: readonly Command[] = [
  {
    words: ['backup', 'verify'],
    usage: 'FILE',
    summary: 'Restores a backup into a scratch database and compares all checksums.',
    async run({ url, log, config }, { rest: [file] }) {
      if (!file) throw new UsageError('Name the file of the backup.')
      const migrations = await readMigrations(config.folders.migrations)
      const { manifest } = await verifyBackup({ path: resolve(file), url, log, migrations, onProgress: showProgress() })
      return {
        data: { file, verified: true, ...summaryOf(manifest) },
        text: `${file} is whole: ${describe(manifest)}.`,
      }
    },
  },
  {
    words: ['backup'],
    usage: '[--to FILE]',
    summary: 'Backs up the database and all objects, to a file or where the site stores its backups.',
    run: (context, { to, rest }) => {
      if (rest.length > 0) throw new UsageError(`Unknown: ${rest.join(' ')}. To choose the file, use --to FILE.`)
      return to === undefined ? backUpToStore(context) : backUpToFile(context, to)
    },
  },
  {
    words: ['restore'],
    usage: 'FILE [--replace]',
    summary: 'Restores a backup into an empty site. With --replace, deletes what the site has.',
    run: (context, { rest: [file], replace = false }) => restore(context, file, replace),
  },
]

async function backUpToFile({ db, url, log, config }: CommandContext, file: string) {
  const path = resolve(file)
  const migrations = await readMigrations(config.folders.migrations)
  const version = await readVersion(config.folders.migrations)
  const blobs = openBlobs(config.storage.blobs)
  const client = await openClient(url, log)
  try {
    const onProgress = showProgress()
    const source = { client, blobs, migrations, version, now: operator.now, onProgress }
    const { stream, measured } = measure(backupBytes(source))
    await saveFile(path, stream)
    const { manifest, size, sha256 } = measured()
    // A database of an earlier version, which is backed up before the update, may have no audit log.
    if (manifest.migrations.length === migrations.length)
      await recordAudit({ db, ...operator }, { action: 'backup.finished', after: { size, sha256 } })
    return {
      data: { file: path, size, sha256, ...summaryOf(manifest) },
      text: [`Saved ${path}: ${describe(manifest)}.`, ...warningsOf(manifest)].join('\n'),
    }
  } finally {
    await client.end()
    await blobs.close()
  }
}

async function backUpToStore(context: CommandContext) {
  const { config, url } = context
  const made = await makeSiteBackup(await ctxOf(context), { config, url, onProgress: showProgress() })
  if (made.state !== 'whole') throw new BackupError(made.error ?? 'Another process is making this backup.')
  return {
    data: made,
    text: [`Saved ${made.location}/${made.file}.`, ...missingWarning(made.missing)].join('\n'),
  }
}

async function restore({ url, pool, log, config }: CommandContext, file: string | undefined, replace: boolean) {
  if (!file) throw new UsageError('Name the file of the backup.')
  const migrations = await readMigrations(config.folders.migrations)
  const blobs = openBlobs(config.storage.blobs)
  try {
    let hasKey = true
    const onRestored = async (db: Db, { createdAt, bramble }: Manifest) => {
      await recordAudit(
        { db, ...operator },
        { action: 'site.restored', after: { backupOf: createdAt, bramble, replace } },
      )
      hasKey = await canOpenSecrets(db, config.encryption)
    }
    const { manifest, migrated } = await restoreBackup({
      path: resolve(file),
      url,
      log,
      blobs,
      migrations,
      replace,
      own: pool.options.application_name,
      onRestored,
      onProgress: showProgress(),
    })
    return {
      data: { file, restored: true, migrated, hasKey, ...summaryOf(manifest) },
      text: [
        `Restored ${describe(manifest)}, as of ${manifest.createdAt}.`,
        ...warningsOf(manifest),
        ...(hasKey
          ? []
          : [
              'Before you start the site, set the ENCRYPTION_KEY that the backup was made with: there is another one here.',
            ]),
      ].join('\n'),
    }
  } finally {
    await blobs.close()
  }
}

function summaryOf({ createdAt, bramble, tables, objects, missing }: Manifest) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return { createdAt, bramble, tables: tables.length, rows, objects: objects.count, missing }
}

function describe(manifest: Manifest) {
  const { tables, rows, objects } = summaryOf(manifest)
  return `${tables} tables, ${rows} rows, ${objects} objects`
}

function warningsOf({ missing }: Manifest) {
  return missingWarning(missing.length)
}

function missingWarning(missing: number) {
  return missing > 0 ? [`Warning: ${missing} objects that the database refers to were missing from the storage.`] : []
}

/** Prints each tenth of the work to stderr, where it does not mix with the result. */
function showProgress() {
  let shown = ''
  return ({ stage, done, total }: Progress) => {
    const line = `${stage} ${total > 0 ? Math.floor((done / total) * 10) * 10 : 100} %`
    if (line === shown) return
    shown = line
    process.stderr.write(`${line}\n`)
  }
}
