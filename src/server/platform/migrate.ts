import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

const LOCK_KEY = 0x6d69_6772

/** Applies pending migrations, each in its own transaction, one process at a time. Returns the names of those applied. */
export async function migrate(pool: pg.Pool, folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY])
    await client.query(
      `create table if not exists migration (
         name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migration')
    const known = new Map(rows.map((row) => [row.name, row.checksum]))
    const applied: string[] = []
    for (const name of files) {
      const sql = await readFile(join(folder, name), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      if (known.get(name) === checksum) continue
      if (known.has(name))
        throw new Error(`Migration ${name} was changed after it had been applied. Add a new migration instead.`)
      await apply(client, { name, sql, checksum })
      applied.push(name)
    }
    return applied
  } finally {
    // Ends the session, and with it the lock and the statement_timeout override.
    client.release(true)
  }
}

async function apply(client: pg.PoolClient, { name, sql, checksum }: { name: string; sql: string; checksum: string }) {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
