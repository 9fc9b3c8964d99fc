import { randomBytes } from 'node:crypto'
import { CamelCasePlugin, Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { MINUTE_MS } from '#contract/constants.ts'
import type { Log } from './log.ts'
import { withPreparedStatements } from './prepared-statements.ts'
import { COLLECTED_QUERY_MS, type SlowQueries, createSlowQueries } from './slow-queries.ts'
import type { Tables } from './tables.ts'
import { type QueryObserver, watchPool } from './watched-pool.ts'

export type Db = Kysely<Tables>

// Counts fit a number; by default the driver returns int8 as text.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)
// The driver would make a time of a date, at midnight in the time zone of the process.
types.setTypeParser(pg.types.builtins.DATE, String)

const CANCEL_MS = 1_000
/** How long to wait for a connection when the database can be reached but is busy, as while the site starts. */
const CONNECT_MS = 10_000

type Options = {
  log: Log
  connections?: number
  /** Off behind a pooler in transaction mode. */
  prepare?: boolean
}

export type Database = {
  db: Db
  pool: pg.Pool
  url: string
  slowQueries: SlowQueries
  /** Called after each query. */
  queryObservers: Set<QueryObserver>
  /** Whether it responds within two seconds. */
  isReachable(): Promise<boolean>
  /** Cancels the statements that are running. Their transactions are rolled back. */
  cancelStatements(): Promise<void>
  close(): Promise<void>
}

/** Opens a connection pool. Column names become camel case; keys inside JSON documents stay as they are. */
export function openDatabase(url: string, { log, connections = 10, prepare = true }: Options): Database {
  // Unique, because other processes may use the same database.
  const name = `bramble ${randomBytes(6).toString('hex')}`
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: name,
    // No page needs a query this long. A runaway query must not hold a connection.
    statement_timeout: 30_000,
    connectionTimeoutMillis: CONNECT_MS,
    // A new connection has to plan every statement again.
    idleTimeoutMillis: 5 * MINUTE_MS,
    types,
  })
  // The pool replaces an idle connection that is lost; without a listener the error would end the process.
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'))
  // For a connection in use, the failing query reports the error.
  pool.on('connect', (client) => client.on('error', (error) => log.debug({ err: error }, 'database connection lost')))
  const slowQueries = createSlowQueries()
  const queryObservers = new Set<QueryObserver>()
  const watched = watchPool(pool, url, (query) => {
    if (query.ms >= COLLECTED_QUERY_MS) slowQueries.record(query.text, query.ms)
    for (const observe of queryObservers) observe(query)
  })
  const db = kyselyOn(withPreparedStatements(watched, prepare))
  return {
    db,
    pool,
    url,
    slowQueries,
    queryObservers,
    isReachable: watched.isReachable,
    async cancelStatements() {
      // Connections of the pool may all be busy.
      const client = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: CANCEL_MS,
        query_timeout: CANCEL_MS,
      })
      client.on('error', (error) => log.debug({ err: error }, 'database connection lost'))
      try {
        await client.connect()
        await client.query(`select pg_cancel_backend(pid) from pg_stat_activity where application_name = $1`, [name])
      } catch (error) {
        log.warn({ err: error }, 'statements not cancelled')
      } finally {
        await client.end()
      }
    },
    async close() {
      await db.destroy()
      // Kysely only ends a pool that it has used.
      if (!pool.ended) await pool.end()
    },
  }
}

/** For statements in a transaction that was begun on this connection. Nothing to close. */
export function databaseOn(client: pg.Client): Db {
  const query = client.query.bind(client)
  return kyselyOn({ connect: async () => ({ query, release: () => {} }), end: async () => {} })
}

function kyselyOn(pool: PostgresPool): Db {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}
