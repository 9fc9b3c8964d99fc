import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Log } from './log.ts'
import { preparingPool } from './prepared.ts'
import type { Tables } from './tables.ts'
import { watchPool } from './watched-pool.ts'

export type Db = Kysely<Tables>

// Counts fit a number; the driver would hand them over as text.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)

type Options = {
  log: Log
  connections?: number
  /** Off behind a pooler that hands out another connection for every transaction. */
  prepare?: boolean
  /** How long to wait for a connection. After it the answer is 503, so that no visitor waits for long. */
  connectMs?: number
}

export type Database = {
  db: Db
  pool: pg.Pool
  url: string
  /** Whether it answers, within a second. */
  answers(): Promise<boolean>
  close(): Promise<void>
}

/** Connections to PostgreSQL. Rows come with names in camel case; what lies inside a document is left as it is. */
export function openDatabase(
  url: string,
  { log, connections = 10, prepare = true, connectMs = 10_000 }: Options,
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: 'bramble',
    // Nothing a page asks for takes this long; what does is a mistake that must not hold a connection.
    statement_timeout: 30_000,
    connectionTimeoutMillis: connectMs,
    types,
  })
  // The pool replaces a connection that broke while idle; without a listener it would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  // The same for one that breaks while it is used: its query fails, and that is enough.
  pool.on('connect', (client) =>
    client.on('error', (error) => log.debug({ err: error }, 'a database connection broke')),
  )
  const watched = watchPool(pool, url)
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: preparingPool(watched, prepare) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  return {
    db,
    pool,
    url,
    answers: watched.answers,
    async close() {
      await db.destroy()
      // The query builder only ends a pool that it has used.
      if (!pool.ended) await pool.end()
    },
  }
}
