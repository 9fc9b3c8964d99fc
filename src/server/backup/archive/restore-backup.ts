import type pg from 'pg'
import type { Blobs } from '#server/platform/blobs/blobs.ts'
import { type Db, databaseOn } from '#server/platform/db.ts'
import type { Log } from '#server/platform/log.ts'
import { MIGRATION_LOCK, type Migration, runMigration } from '#server/platform/migrate.ts'
import { releaseBlobs } from '#server/storage/blobs.ts'
import { namesIn, openClient, quoted, referencedKeys, tablesIn } from './catalog.ts'
import { openBackup } from './check-file.ts'
import { loadTables, splitMigrations } from './load-tables.ts'
import { BackupError, type Manifest } from './manifest.ts'
import { restoreObjects } from './restore-objects.ts'
import type { Progress } from './write-backup.ts'

type Restoring = {
  path: string
  url: string
  log: Log
  blobs: Blobs
  migrations: readonly Migration[]
  /** Deletes everything that the site has. */
  replace: boolean
  /** Connections of this process, which do not count as those of a running site. */
  own?: string | undefined
  /** In the transaction, before it is committed. */
  onRestored?: (db: Db, manifest: Manifest) => Promise<void>
  onProgress?: (progress: Progress) => void
  signal?: AbortSignal
}

/**
 * Restores a site in one transaction: it is there completely and equal to the backup, or the database is as it was. Objects
 * are written before; those of a restore that did not finish are used by the next one.
 */
export async function restoreBackup(options: Restoring) {
  const { path, url, log, blobs, migrations, onProgress, signal } = options
  const backup = await openBackup(path, { onProgress, signal })
  let client: pg.Client | null = null
  try {
    const { after } = splitMigrations(backup.manifest, migrations)
    client = await openClient(url, log)
    await requireTarget(client, options)
    const objects = await restoreObjects(blobs, backup, { onProgress, signal })
    await client.query('begin')
    // A site that is starting waits.
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await requireTarget(client, options)
    const unused = await dropSite(client, migrations)
    await loadTables({ client, backup, migrations, onProgress, signal })
    for (const migration of after) await runMigration(client, migration)
    await releaseUnused(client, unused)
    await options.onRestored?.(databaseOn(client), backup.manifest)
    await client.query('commit')
    await client.query('analyze')
    return { manifest: backup.manifest, objectsWritten: objects, migrated: after.map(({ name }) => name) }
  } finally {
    // Rolls back what was not committed.
    await client?.end()
    await backup.file.close()
  }
}

/** Refuses a site that is running, and one that has people, unless they are to be replaced. */
async function requireTarget(client: pg.Client, { replace, own, migrations }: Restoring) {
  const running = await client.query(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and application_name like 'bramble %' and application_name <> $1`,
    [own ?? ''],
  )
  if (running.rowCount)
    throw new BackupError('The site is running. Stop it on every server, restore, then start it again.')
  const tables = await tablesIn(client)
  const known = namesIn(migrations, 'table')
  const foreign = tables.filter(({ name }) => !known.has(name)).map(({ name }) => name)
  if (foreign.length > 0)
    throw new BackupError(
      `The database has tables that do not belong to Bramble: ${foreign.join(', ')}. Restore into another database.`,
    )
  const occupied = tables.some(({ name }) => name === 'person')
    ? ((await client.query('select from person limit 1')).rowCount ?? 0) > 0
    : false
  if (occupied && !replace)
    throw new BackupError('The site is not empty. Restore into an empty one, or add --replace to delete what it has.')
}

/** Deletes the tables of the site, and the functions and search configurations that belong to them. Returns the keys of its objects. */
async function dropSite(client: pg.Client, migrations: readonly Migration[]) {
  const tables = (await tablesIn(client)).map(({ name }) => name)
  const unused = new Set<string>()
  if (['media', 'object', 'upload'].every((name) => tables.includes(name)))
    for await (const key of referencedKeys(client)) unused.add(key)
  if (tables.includes('loose_blob')) {
    const { rows } = await client.query<{ blob: string }>('select blob from loose_blob')
    for (const { blob } of rows) unused.add(blob)
  }
  if (tables.length > 0) await client.query(`drop table ${tables.map(quoted).join(', ')} cascade`)
  const { rows } = await client.query<{ statement: string }>(
    `select format('drop routine if exists %s cascade', oid::regprocedure) as statement from pg_proc
     where pronamespace = current_schema()::regnamespace and proname = any ($1)
       and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
     union all select format('drop text search configuration if exists %I cascade', cfgname) from pg_ts_config
     where cfgnamespace = current_schema()::regnamespace and cfgname like 'search\\_%'
     union all select format('drop text search dictionary if exists %I cascade', dictname) from pg_ts_dict
     where dictnamespace = current_schema()::regnamespace and dictname like 'search\\_%'`,
    [[...namesIn(migrations, 'function')]],
  )
  for (const { statement } of rows) await client.query(statement)
  return unused
}

/** Objects of the site before that nothing refers to are deleted by the sweep, a day later. */
async function releaseUnused(client: pg.Client, keys: ReadonlySet<string>) {
  const unused = new Set(keys)
  for await (const key of referencedKeys(client)) unused.delete(key)
  await releaseBlobs({ db: databaseOn(client), now: () => new Date() }, [...unused])
}
