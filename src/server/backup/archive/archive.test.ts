import { execFile } from 'node:child_process'
import { copyFile, open, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { verifyAuditChain } from '#server/audit/verify.ts'
import { recordAudit } from '#server/audit/record.ts'
import { createPartitions } from '#server/analytics/partitions.ts'
import { openBlobs } from '#server/platform/blobs/open.ts'
import { openDatabase } from '#server/platform/db.ts'
import { readMigrations } from '#server/platform/migrate.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { atEnd } from '#test/at-end.ts'
import {
  type FilledSite,
  aBackup,
  aFilledSite,
  aFolder,
  aSmallSite,
  anEmptyDatabaseUrl,
  checksumsOf,
  notIncluded,
} from '#test/backups.ts'
import { aDatabase, testLog } from '#test/database.ts'
import { newDatabaseUrl } from '#test/new-database.ts'
import { aCtx } from '#test/people.ts'
import { databaseUrl } from '#test/postgres-setup.ts'
import { namesIn, openClient, tablesIn } from './catalog.ts'
import { openBackup } from './check-file.ts'
import { restoreBackup } from './restore-backup.ts'
import { type Member, readMembers } from './tar.ts'
import { verifyBackup } from './verify-backup.ts'

let site: FilledSite
let backup: Awaited<ReturnType<typeof aBackup>>
const migrations = await readMigrations('migrations')
/** Each restore applies all migrations. */
const restoring = { timeout: 60_000 }

beforeAll(async () => {
  site = await aFilledSite()
  const ctx = aCtx(site.database.db)
  for (let n = 0; n < 3; n++) await inTransaction(ctx, (tx) => recordAudit(tx, { action: 'test.done' }))
  backup = await aBackup(site)
})

async function restore(url: string, options: { path?: string; replace?: boolean; folder?: string } = {}) {
  const blobs = openBlobs({ kind: 'folder', folder: options.folder ?? (await aFolder()) })
  const { path = backup.path, replace = false } = options
  return { blobs, ...(await restoreBackup({ path, url, log: testLog, blobs, migrations, replace })) }
}

async function verify(path: string, url = site.database.url) {
  return verifyBackup({ path, url, log: testLog, migrations })
}

describe('a backup', restoring, () => {
  test('restored into an empty database has every table and object, equal by checksum', async () => {
    const url = await anEmptyDatabaseUrl()
    const { blobs, manifest } = await restore(url)
    const [before, after] = [await checksumsOf(site.database.url, site.blobs), await checksumsOf(url, blobs)]
    expect(after).toEqual(before)
    expect(Object.keys(before).filter((name) => name.startsWith('objects/')).length).toBeGreaterThan(5)
    expect(manifest.missing).toEqual([])

    const restored = openDatabase(url, { log: testLog })
    atEnd(() => restored.close())
    // The log continues its chain, identities continue their sequences, and foreign keys hold.
    await inTransaction(aCtx(restored.db), (tx) => recordAudit(tx, { action: 'test.continued' }))
    expect(await verifyAuditChain(restored.db)).toMatchObject({ entries: 4, broken: null })
    await expect(restored.db.deleteFrom('person').execute()).rejects.toThrow('foreign key')
    await expect(restored.pool.query('delete from audit_entry')).rejects.toThrow('append-only')
    expect(await schemaOf(url)).toEqual(await schemaOf(site.database.url))
  })

  test('is a tar file with members that usual tools can check', async () => {
    const folder = await aFolder()
    await promisify(execFile)('tar', ['-xf', backup.path, '-C', folder])
    for (const name of await readdir(join(folder, 'checksums')))
      await promisify(execFile)('sha256sum', ['--check', '--quiet', join('checksums', name)], { cwd: folder })
    const manifest: unknown = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
    expect(manifest).toEqual(backup.manifest)
  })

  test('includes the tables of Bramble and no others', async () => {
    const client = await openClient(site.database.url, testLog)
    const tables = (await tablesIn(client)).map(({ name }) => name)
    await client.end()
    const known = namesIn(migrations, 'table')
    expect(tables.filter((name) => !known.has(name))).toEqual([])
    expect(backup.manifest.tables.map(({ name }) => name)).toEqual(tables.filter((name) => !notIncluded.includes(name)))

    const { database } = await aSmallSite()
    await database.pool.query('create table of_another_program (id int)')
    const { manifest, path } = await aBackup({ database, blobs: site.blobs })
    expect(manifest.tables.map(({ name }) => name)).not.toContain('of_another_program')
    expect(manifest.missing.length).toBeGreaterThan(0)
    await database.close()
    await expect(restore(database.url, { path, replace: true })).rejects.toThrow('of_another_program')
  })

  test('is of one moment, also while the site is written to', async () => {
    const { db } = site.database
    let writing = true
    const writes = (async () => {
      while (writing) await inTransaction(aCtx(db), (tx) => recordAudit(tx, { action: 'test.meanwhile' }))
    })()
    const { path } = await aBackup(site)
    writing = false
    await writes
    const url = await anEmptyDatabaseUrl()
    await restore(url, { path })
    const restored = openDatabase(url, { log: testLog })
    atEnd(() => restored.close())
    expect((await verifyAuditChain(restored.db)).broken).toBeNull()
  })

  test('lists objects that are missing from the store, and can be restored', async () => {
    const { database, blobs } = await aSmallSite()
    const { blob } = await database.db.selectFrom('object').select('blob').executeTakeFirstOrThrow()
    await blobs.remove(blob)
    const { path, manifest } = await aBackup({ database, blobs })
    expect(manifest.missing).toEqual([blob])
    expect((await restore(await anEmptyDatabaseUrl(), { path })).manifest.missing).toEqual([blob])
  })
})

describe('a restore', restoring, () => {
  test('refuses a site with people, replaces it only when told to, and releases the objects of before', async () => {
    const target = await aSmallSite()
    await createPartitions(target.database.db, ['2026-03-10'])
    const before = await checksumsOf(target.database.url, target.blobs)
    const folder = join(target.folder, 'objects')
    await target.database.close()
    await expect(restore(target.database.url, { folder })).rejects.toThrow('--replace')
    expect(await checksumsOf(target.database.url, target.blobs)).toEqual(before)

    await restore(target.database.url, { folder, replace: true })
    const after = await checksumsOf(target.database.url, target.blobs)
    expect(after).toMatchObject(manifestSums())
    const database = openDatabase(target.database.url, { log: testLog })
    atEnd(() => database.close())
    const rows = await database.db.selectFrom('looseBlob').select('blob').execute()
    const loose = new Set(rows.map(({ blob }) => blob))
    const old = Object.keys(before).filter((name) => name.startsWith('objects/'))
    expect(old.map((name) => name.slice(8)).filter((key) => !loose.has(key))).toEqual([])
  })

  test('refuses a site that is running', async () => {
    const running = await aDatabase()
    await running.pool.query('select 1')
    await expect(restore(running.url)).rejects.toThrow('The site is running')
  })

  test('into a migrated site without people needs no flag, and applies migrations that came after the backup', async () => {
    const url = await newDatabaseUrl()
    const newer = [
      ...migrations,
      { name: '9999_later.sql', sql: 'create table later (id int)', checksum: 'f'.repeat(64) },
    ]
    const blobs = openBlobs({ kind: 'folder', folder: await aFolder() })
    const options = { path: backup.path, url, log: testLog, blobs, replace: false }
    const { migrated } = await restoreBackup({ ...options, migrations: newer })
    expect(migrated).toEqual(['9999_later.sql'])
    const client = await openClient(url, testLog)
    expect((await client.query('select from later')).rowCount).toBe(0)
    expect((await client.query(`select from migration where name = '9999_later.sql'`)).rowCount).toBe(1)
    await client.end()
  })

  test('refuses a backup of a newer version', async () => {
    const older = migrations.slice(0, -1)
    const blobs = openBlobs({ kind: 'folder', folder: await aFolder() })
    const options = { path: backup.path, url: await anEmptyDatabaseUrl(), log: testLog, blobs, replace: false }
    await expect(restoreBackup({ ...options, migrations: older })).rejects.toThrow('newer version')
  })

  test('that fails leaves the database as it was, and can be repeated', async () => {
    const url = await anEmptyDatabaseUrl()
    const folder = await aFolder()
    const blobs = openBlobs({ kind: 'folder', folder })
    const stopping = new AbortController()
    const options = { path: backup.path, url, log: testLog, blobs, migrations, replace: false }
    const onProgress = ({ stage }: { stage: string }) => stage === 'comparing' && stopping.abort(new Error('stopped'))
    await expect(restoreBackup({ ...options, onProgress, signal: stopping.signal })).rejects.toThrow('stopped')
    const client = await openClient(url, testLog)
    expect(await tablesIn(client)).toEqual([])
    await client.end()
    const [key = ''] = Object.keys(await checksumsOf(site.database.url, site.blobs))
      .filter((name) => name.startsWith('objects/'))
      .map((name) => name.slice(8))
    // What a killed process leaves behind.
    await writeFile(join(folder, key.slice(0, 2), `${key}.part`), 'half')
    expect((await restore(url, { folder })).objectsWritten).toBe(0)
  })
})

describe('verifying', restoring, () => {
  test('passes for a whole backup and leaves no scratch database', async () => {
    expect((await verify(backup.path)).scratch).toBe('database')
    expect(await scratchDatabases()).toEqual([])
  })

  test(
    'uses a scratch schema when the role may not create databases, and leaves nothing',
    { timeout: 60_000 },
    async () => {
      const role = `limited_${Math.random().toString(36).slice(2, 10)}`
      const { adminUrl } = inject('postgres')
      const url = new URL(await anEmptyDatabaseUrl())
      const admin = new pg.Client({ connectionString: databaseUrl(adminUrl, url.pathname.slice(1)) })
      await admin.connect()
      await admin.query(`create role ${role} login password 'secret'`)
      await admin.query(`grant all on schema public to ${role}`)
      await admin.query(`grant create on database ${url.pathname.slice(1)} to ${role}`)
      url.username = role
      url.password = 'secret'
      atEnd(async () => {
        await admin.query(`drop owned by ${role} cascade`)
        await admin.query(`drop role ${role}`)
        await admin.end()
      })
      const { blobs } = await restore(url.href)
      expect(await verify(backup.path, url.href)).toMatchObject({ scratch: 'schema' })
      const { rows } = await admin.query(`select nspname from pg_namespace where nspname like 'bramble%'`)
      expect(rows).toEqual([])
      // Such a role owns its tables, and that is enough to replace them.
      await restore(url.href, { replace: true })
      expect(Object.keys(await checksumsOf(url.href, blobs))).toContain('person')
    },
  )

  test('finds every kind of damage', async () => {
    const members = await membersOf(backup.path)
    const table = members.find(({ name }) => name.startsWith('tables/article/'))
    const object = members.find(({ name, size }) => name.startsWith('objects/') && size > 1000)
    const manifest = members.at(-1)
    if (!table || !object || !manifest) throw new Error('the backup is empty')
    const cut = (bytes: number) => (path: string) => truncate(path, bytes)
    const flip = (at: number) => async (path: string) => {
      const file = await open(path, 'r+')
      const byte = Buffer.alloc(1)
      await file.read(byte, 0, 1, at)
      await file.write(Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, at)
      await file.close()
    }
    const damages: [string, (path: string) => Promise<void>, RegExp][] = [
      ['an empty file', cut(0), /incomplete/],
      ['a file that is cut off', cut(object.offset + 700), /incomplete/],
      ['a file without its manifest', cut(manifest.offset - 512), /incomplete/],
      ['a file without its last block', cut(backup.size - 512), /does not end/],
      ['another row', flip(table.offset + table.size - 20), /decompressed|checksum/],
      ['another object', flip(object.offset + 500), /objects\/\w+ differs/],
      ['another header', flip(object.offset - 400), /not a backup/],
      ['another manifest', flip(manifest.offset + 40), /manifest|newer|checksum/],
    ]
    for (const [what, damage, message] of damages) {
      const path = join(await aFolder(), 'damaged.tar')
      await copyFile(backup.path, path)
      await damage(path)
      await expect(openBackup(path), what).rejects.toThrow(message)
      await rm(path)
    }
    await expect(verify(join(await aFolder(), 'nothing.tar'))).rejects.toThrow('There is no file')
    await expect(verify('package.json')).rejects.toThrow(/damaged/)
    expect(await scratchDatabases()).toEqual([])
  })

  test('finds a manifest without its end, even when the file ends like a whole one', async () => {
    const members = await membersOf(backup.path)
    const whole = await readFile(backup.path)
    const path = join(await aFolder(), 'without.tar')
    const end = (members.at(-1)?.offset ?? 0) - 512
    await writeFile(path, Buffer.concat([whole.subarray(0, end), Buffer.alloc(1024)]))
    await expect(verify(path)).rejects.toThrow('no manifest')
  })
})

function manifestSums() {
  return Object.fromEntries(backup.manifest.tables.map(({ name, rows, rowSum }) => [name, `${rows} ${rowSum}`]))
}

async function membersOf(path: string) {
  const file = await open(path)
  const members: Member[] = []
  for await (const member of readMembers(file)) members.push(member)
  await file.close()
  return members
}

async function scratchDatabases() {
  const { rows } = await site.database.pool.query<{ name: string }>(
    `select datname as name from pg_database where datname like 'bramble_verify%'`,
  )
  return rows
}

/** Indexes, constraints and triggers with their states. */
async function schemaOf(url: string) {
  const client = await openClient(url, testLog)
  const { rows } = await client.query<{ line: string }>(`
    select pg_get_indexdef(indexrelid) as line from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace
    union select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated from pg_constraint
    where connamespace = 'public'::regnamespace
    union select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal order by 1`)
  await client.end()
  return rows.map(({ line }) => line)
}
