import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { MIGRATION_TABLE, type Migration, runMigration } from '#server/platform/migrate.ts'
import { quoted, referencedKeys, tablesIn } from './catalog.ts'
import { type BackupFile, unzippedPart } from './check-file.ts'
import { BackupError, type Manifest, type TableEntry } from './manifest.ts'
import { createRowSum } from './row-sum.ts'
import { type Member, readMembers } from './tar.ts'
import { type Progress, copyOut, hashed } from './write-backup.ts'

export type Loading = {
  /** In a transaction, in an empty schema. */
  client: pg.Client
  backup: BackupFile
  migrations: readonly Migration[]
  onProgress?: ((progress: Progress) => void) | undefined
  signal?: AbortSignal | undefined
}

/** Of the migrations of this version, those that the backup has and those that come after. Refuses a backup of a newer version. */
export function splitMigrations({ migrations: had }: Manifest, all: readonly Migration[]) {
  for (const { name, checksum } of had) {
    const known = all.find((migration) => migration.name === name)
    if (!known)
      throw new BackupError(
        `This backup was made by a newer version of Bramble: its migration ${name} is unknown here. Update Bramble, then try again.`,
      )
    if (known.checksum !== checksum)
      throw new BackupError(
        `This backup was made by another version of Bramble: its migration ${name} differs. Restore it with that version.`,
      )
  }
  const names = new Set(had.map(({ name }) => name))
  return {
    before: all.filter(({ name }) => names.has(name)),
    after: all.filter(({ name }) => !names.has(name)),
  }
}

/**
 * Creates the tables as they were in the backup and loads their rows, then recomputes every checksum from the database and
 * compares it with the manifest. Throws when anything differs.
 */
export async function loadTables({ client, backup, migrations, onProgress, signal }: Loading) {
  const { file, manifest } = backup
  await client.query(MIGRATION_TABLE)
  for (const migration of splitMigrations(manifest, migrations).before) await runMigration(client, migration)

  const removed = await removeForLoading(client, manifest)
  const total = manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  const tick = (stage: 'loading' | 'comparing') => (bytes: number) => {
    signal?.throwIfAborted()
    done += bytes
    onProgress?.({ stage, done, total: 2 * total })
  }
  const members = await tableMembers(file)
  for (const table of manifest.tables)
    await loadTable(client, file, table, members.get(table.name) ?? [], tick('loading'))
  for (const statement of removed) {
    signal?.throwIfAborted()
    await client.query(statement)
  }
  for (const { name, value, called } of manifest.sequences) {
    await client.query('select setval($1::regclass, $2, $3)', [quoted(name), value, called])
  }
  for (const table of manifest.tables) await compareTable(client, table, tick('comparing'))
  await compareReferences(client, manifest)
}

/**
 * Foreign keys and indexes are dropped and added again, which is how they are checked and built fastest and works for tables
 * that refer to each other. Triggers of the site do not run. All this needs no more than to own the tables. Returns the
 * statements that put everything back.
 */
async function removeForLoading(client: pg.Client, { tables }: Manifest): Promise<string[]> {
  const existing = new Map((await tablesIn(client)).map(({ name, columns }) => [name, columns]))
  for (const { name, columns } of tables) {
    const found = existing.get(name)
    if (!found || found.toSorted().join() !== columns.toSorted().join())
      throw new BackupError(`Table ${name} of this backup does not match its migrations. It cannot be restored.`)
  }
  const constraints = await client.query<{ drop: string; add: string }>(`
    select format('alter table %I drop constraint %I', relname, conname) as drop,
           format('alter table %I add constraint %I %s', relname, conname, pg_get_constraintdef(pg_constraint.oid)) as add
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and relnamespace = current_schema()::regnamespace`)
  const indexes = await client.query<{ drop: string; add: string }>(`
    select format('drop index %I', index.relname) as drop, pg_get_indexdef(index.oid) as add
    from pg_index join pg_class as index on index.oid = indexrelid
    where index.relnamespace = current_schema()::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid)`)
  for (const { drop } of [...constraints.rows, ...indexes.rows]) await client.query(drop)
  for (const { name } of tables) {
    await client.query(`alter table ${quoted(name)} disable trigger user`)
    // Only where a migration added rows: tables that are append-only cannot be emptied.
    const { rowCount } = await client.query(`select from ${quoted(name)} limit 1`)
    if (rowCount) await client.query(`truncate ${quoted(name)}`)
  }
  return [
    ...indexes.rows.map(({ add }) => add),
    ...constraints.rows.map(({ add }) => add),
    ...tables.map(({ name }) => `alter table ${quoted(name)} enable trigger user`),
  ]
}

async function tableMembers(file: FileHandle) {
  const found = new Map<string, Member[]>()
  for await (const member of readMembers(file)) {
    const [folder, table = ''] = member.name.split('/')
    // Tables come first.
    if (folder !== 'tables') break
    found.set(table, [...(found.get(table) ?? []), member])
  }
  return found
}

async function loadTable(
  client: pg.Client,
  file: FileHandle,
  { name, columns }: TableEntry,
  members: readonly Member[],
  onRead: (bytes: number) => void,
) {
  if (members.length === 0) return
  async function* rows() {
    for (const member of members) {
      const part = await unzippedPart(file, member)
      onRead(part.length)
      yield part
    }
  }
  const into = client.query(copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`))
  await pipeline(Readable.from(rows()), into)
}

/** With the rows as the database has them now. */
async function compareTable(
  client: pg.Client,
  { name, columns, ...table }: TableEntry,
  onRead: (bytes: number) => void,
) {
  const sum = createRowSum()
  for await (const chunk of copyOut(client, { name, columns })) {
    sum.add(chunk)
    onRead(chunk.length)
  }
  const { rows, rowSum } = sum.result()
  if (rows !== table.rows || rowSum !== table.rowSum)
    throw new BackupError(
      `Table ${name} differs after it was restored (${rows} of ${table.rows} rows). Nothing was changed.`,
    )
}

async function compareReferences(client: pg.Client, { references }: Manifest) {
  const hash = createHash('sha256')
  let count = 0
  for await (const _ of hashed(referencedKeys(client), hash)) count += 1
  if (count !== references.count || hash.digest('hex') !== references.sha256)
    throw new BackupError('The backup does not have the objects that its tables refer to. Nothing was changed.')
}
