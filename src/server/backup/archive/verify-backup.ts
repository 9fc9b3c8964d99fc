import { hash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Log } from '#server/platform/log.ts'
import type { Migration } from '#server/platform/migrate.ts'
import { openClient, quoted } from './catalog.ts'
import { openBackup } from './check-file.ts'
import { loadTables, splitMigrations } from './load-tables.ts'
import type { Manifest } from './manifest.ts'
import type { Progress } from './write-backup.ts'

const LOCK_KEY = 0x7665_7266

type Verifying = {
  path: string
  /** A database on the server where the backup is restored for the test. */
  url: string
  log: Log
  migrations: readonly Migration[]
  onProgress?: (progress: Progress) => void
  signal?: AbortSignal
}

/** Where the backup was restored for the test. */
export type Scratch = 'database' | 'schema'

/**
 * Compares every byte with the manifest, then restores the tables into a scratch database and compares their checksums. A role
 * that may not create databases uses a scratch schema. The transaction is never committed, so that nothing is left behind.
 */
export async function verifyBackup(options: Verifying): Promise<{ manifest: Manifest; scratch: Scratch }> {
  const { path, url, log, migrations, onProgress, signal } = options
  const backup = await openBackup(path, { onProgress, signal })
  try {
    splitMigrations(backup.manifest, migrations)
    const admin = await openClient(url, log)
    try {
      // One at a time in each site, so that a scratch database without a connection is one that was abandoned.
      await admin.query('select pg_advisory_lock($1)', [LOCK_KEY])
      const prefix = await prefixFor(admin)
      const name = prefix + randomBytes(4).toString('hex')
      const load = (client: pg.Client) => loadTables({ client, backup, migrations, onProgress, signal })
      const scratch = (await mayCreateDatabase(admin))
        ? await inScratchDatabase({ admin, url, log, name, prefix }, load)
        : await inScratchSchema(admin, name, load)
      return { manifest: backup.manifest, scratch }
    } finally {
      await admin.end()
    }
  } finally {
    await backup.file.close()
  }
}

/** Other sites may use the same server. */
async function prefixFor(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  return `bramble_verify_${hash('sha256', rows[0]?.name ?? '').slice(0, 8)}_`
}

async function mayCreateDatabase(client: pg.Client) {
  const { rows } = await client.query<{ may: boolean }>(
    'select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user',
  )
  return rows[0]?.may === true
}

type ScratchDatabase = { admin: pg.Client; url: string; log: Log; name: string; prefix: string }

async function inScratchDatabase(
  { admin, url, log, name, prefix }: ScratchDatabase,
  load: (client: pg.Client) => Promise<void>,
) {
  await dropAbandoned(admin, prefix)
  await admin.query(`create database ${quoted(name)} template template0 encoding 'UTF8'`)
  try {
    const address = new URL(url)
    address.pathname = `/${name}`
    const client = await openClient(address.href, log)
    try {
      await client.query('begin')
      await load(client)
    } finally {
      await client.end()
    }
  } finally {
    await admin.query(`drop database if exists ${quoted(name)} with (force)`)
  }
  return 'database' as const
}

/** Of processes that were killed: nothing is connected to them. */
async function dropAbandoned(admin: pg.Client, prefix: string) {
  const { rows } = await admin.query<{ name: string }>(
    `select datname as name from pg_database where starts_with(datname, $1)
       and not exists (select from pg_stat_activity where pg_stat_activity.datid = pg_database.oid)
       and pg_has_role(datdba, 'usage')`,
    [prefix],
  )
  for (const { name } of rows) await admin.query(`drop database if exists ${quoted(name)}`)
}

async function inScratchSchema(admin: pg.Client, name: string, load: (client: pg.Client) => Promise<void>) {
  const { rows } = await admin.query<{ path: string }>(`select current_setting('search_path') as path`)
  await admin.query('begin')
  await admin.query(`create schema ${quoted(name)}`)
  // The extensions are in the schema of the site.
  await admin.query(`set local search_path = ${quoted(name)}, ${rows[0]?.path ?? 'public'}`)
  await load(admin)
  await admin.query('rollback')
  return 'schema' as const
}
