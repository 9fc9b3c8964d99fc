import { createHash } from 'node:crypto'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { WatchedPool } from './watched-pool.ts'

// Statements whose text depends on the input could be unlimited. Beyond this many, they are sent unnamed.
const MAX_NAMED = 500
const READS_OR_WRITES = /^\s*(select|insert|update|delete|with)\s/i

/** A pool that sends named statements, which PostgreSQL parses and plans once per connection. */
export function withPreparedStatements(pool: WatchedPool, prepare: boolean): PostgresPool {
  const names = new Map<string, string>()

  function nameOf(text: string) {
    const known = names.get(text)
    if (known || names.size >= MAX_NAMED) return known
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
    names.set(text, name)
    return name
  }

  async function connect(): Promise<PostgresPoolClient> {
    const client = await pool.connect()
    const query = (text: string, values: readonly unknown[]) => {
      const name = prepare && READS_OR_WRITES.test(text) ? nameOf(text) : undefined
      return client.query({ text, values: [...values], ...(name && { name }) })
    }
    // The type also allows a cursor, which nothing uses.
    return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() }
  }

  return { connect, end: () => pool.end() }
}
