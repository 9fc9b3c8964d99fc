import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import type { Log } from '#server/platform/log.ts'
import type { Migration } from '#server/platform/migrate.ts'

/**
 * Left out of backups. `migration` is in the manifest. Rate limits are about the present. `backup` and `loose_blob` describe
 * files beside the database, which are not those of the site that a backup is restored to. Of the analytics, backups have the
 * figures but not what single visitors did.
 */
const LEFT_OUT = new Set([
  'migration',
  'rate_limit',
  'backup',
  'loose_blob',
  'analytics_event',
  'analytics_seen',
  'analytics_salt',
  'analytics_live',
])

/** Every version of PostgreSQL writes the same text with these. */
const SETTINGS = `
  set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set bytea_output = 'hex';
  set extra_float_digits = 1; set client_encoding = 'UTF8'; set xmloption = 'content'; set lock_timeout = 0;
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set synchronize_seqscans = off`

/** A connection of its own: reading or loading all tables takes longer than any statement of the site may. */
export async function openClient(url: string, log: Log): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'bramble backup', keepAlive: true })
  // The failing query reports it.
  client.on('error', (error) => log.debug({ err: error }, 'database connection lost'))
  await client.connect()
  await client.query(SETTINGS)
  return client
}

export async function readVersion(migrationsFolder: string): Promise<string> {
  const text = await readFile(join(migrationsFolder, '..', 'package.json'), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}

/** The names of the tables and functions that migrations create. Everything else in the schema belongs to others. */
export function namesIn(migrations: readonly Migration[], kind: 'table' | 'function'): Set<string> {
  const created = new RegExp(
    `create (?:or replace |unlogged )?${kind} (?:if not exists )?(\\w+)|alter ${kind} \\w+ rename to (\\w+)`,
    'gi',
  )
  const names = migrations.flatMap(({ sql }) => [...sql.matchAll(created)].map(([, made, renamed]) => made ?? renamed))
  return new Set(['migration', ...names.filter((name) => name !== undefined)])
}

export type Table = { name: string; columns: string[]; size: number }

/** Tables of the current schema, without their partitions, and the columns that are stored, so without generated ones. */
export async function tablesIn(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select relname as name, pg_table_size(pg_class.oid)::float8 as size,
           array_agg(attname::text order by attnum) filter (where attgenerated = '') as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
    group by pg_class.oid order by relname collate "C"`)
  return rows
}

export function isIncluded(name: string, known: ReadonlySet<string>) {
  return known.has(name) && !LEFT_OUT.has(name)
}

export async function sequencesIn(client: pg.Client, tables: readonly string[]) {
  const { rows } = await client.query<{ name: string }>(
    `select sequence.relname as name from pg_class as sequence
     join pg_depend on objid = sequence.oid and pg_depend.deptype in ('a', 'i') and refclassid = 'pg_class'::regclass
     join pg_class as owner on owner.oid = refobjid
     where sequence.relkind = 'S' and sequence.relnamespace = current_schema()::regnamespace and owner.relname = any ($1)
     order by 1`,
    [tables],
  )
  const found: { name: string; value: string; called: boolean }[] = []
  for (const { name } of rows) {
    const { rows: at } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${quoted(name)}`,
    )
    found.push(...at.map((position) => ({ name, ...position })))
  }
  return found
}

/** Every place that refers to objects. A place that a later migration adds must be skipped where its table is missing. */
const REFERENCES = `
  select blob collate "C" as key from media where address is null
  union select blob from media_variant
  union select blob from object
  union select piece ->> 'blob' from upload, jsonb_array_elements(pieces) as piece`

const FETCH = 1000

/** The keys of all objects that the database refers to, sorted. Call inside a transaction. */
export async function* referencedKeys(client: pg.Client): AsyncGenerator<string> {
  await client.query(`declare referenced no scroll cursor for ${REFERENCES} order by key`)
  for (;;) {
    const { rows } = await client.query<{ key: string }>(`fetch ${FETCH} from referenced`)
    for (const { key } of rows) yield key
    if (rows.length < FETCH) break
  }
  await client.query('close referenced')
}

/** How many objects there are and how large they are. */
export async function objectTotals(client: pg.Client): Promise<{ count: number; bytes: number }> {
  const { rows } = await client.query<{ count: number; bytes: number }>(`
    select count(*)::float8 as count, coalesce(sum(size), 0)::float8 as bytes from (
      select size from media where address is null union all select size from media_variant union all
      select size from object union all select (piece ->> 'size')::bigint from upload, jsonb_array_elements(pieces) as piece
    ) as stored`)
  return rows[0] ?? { count: 0, bytes: 0 }
}

export function quoted(name: string) {
  return pg.escapeIdentifier(name)
}
