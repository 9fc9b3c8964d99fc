import { createHash } from 'node:crypto'
import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import type { WatchedClient, WatchedPool } from './watched-pool.ts'

// Statements whose text depends on the input could be unlimited. Beyond this many, they are sent unnamed.
const MAX_NAMED = 500
const READS_OR_WRITES = /^\s*(select|insert|update|delete|with)\s/i

/**
 * Begins a statement that is planned for its values each time, so it is not named. A plan for all values would be far slower
 * where some values have a few rows and others most of a table.
 */
export const PLAN_FOR_VALUES = sql.raw('/* plan for values */')

/** A pool that sends named statements, which PostgreSQL parses and plans once per connection. */
export function withPreparedStatements(pool: WatchedPool, prepare: boolean): PostgresPool {
  const names = new Map<string, string>()
  // Kysely recognizes a connection that it has seen before.
  const clients = new WeakMap<WatchedClient, PostgresPoolClient>()

  function nameOf(text: string) {
    const known = names.get(text)
    if (known || names.size >= MAX_NAMED || !READS_OR_WRITES.test(text)) return known
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
    names.set(text, name)
    return name
  }

  function clientOf(client: WatchedClient): PostgresPoolClient {
    // The driver does not change the values.
    const query = (text: string, values: unknown[]) => {
      const name = prepare ? nameOf(text) : undefined
      return client.query(name ? { text, values, name } : { text, values })
    }
    // The type also allows a cursor, which nothing uses.
    return { query: query as unknown as PostgresPoolClient['query'], release: client.release }
  }

  async function connect() {
    const client = await pool.connect()
    let known = clients.get(client)
    if (!known) clients.set(client, (known = clientOf(client)))
    return known
  }

  return { connect, end: () => pool.end() }
}
