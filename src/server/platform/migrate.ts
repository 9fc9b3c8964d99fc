import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/** Held while the schema changes. */
export const MIGRATION_LOCK = 0x6d69_6772
export const MIGRATION_TABLE = `create table if not exists migration (
  name text primary key, checksum text not null, applied_at timestamptz not null default now())`

export type Migration = { name: string; sql: string; checksum: string }

/** The migrations of a folder, in the order in which they are applied. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    files.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** Applies pending migrations, each in its own transaction, one process at a time. Returns the names of those applied. */
export async function migrate(pool: pg.Pool, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(MIGRATION_TABLE)
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migration')
    const known = new Map(rows.map((row) => [row.name, row.checksum]))
    const applied: string[] = []
    for (const migration of migrations) {
      const { name, checksum } = migration
      if (known.get(name) === checksum) continue
      if (known.has(name))
        throw new Error(`Migration ${name} was changed after it had been applied. Add a new migration instead.`)
      await apply(client, migration)
      applied.push(name)
    }
    return applied
  } finally {
    // Ends the session, and with it the lock and the statement_timeout override.
    client.release(true)
  }
}

async function apply(client: pg.PoolClient, migration: Migration) {
  await client.query('begin')
  try {
    await runMigration(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Inside the transaction of the caller. */
export async function runMigration(client: pg.ClientBase, { name, sql, checksum }: Migration) {
  try {
    await client.query(sql)
  } catch (cause) {
    throw new Error(`Migration ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
  await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
}
