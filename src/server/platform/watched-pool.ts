import pg from 'pg'
import { codeOf } from './errors.ts'
import { SLOW_QUERY_MS } from './slow-queries.ts'

/** How long a query may take before the database is probed. */
const SLOW_MS = 1_000
const PROBE_MS = 800

/** The database cannot be reached or does not respond. The request may succeed in a few seconds. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

export type WatchedPool = ReturnType<typeof watchPool>
export type WatchedClient = Awaited<ReturnType<WatchedPool['connect']>>

/**
 * A pool whose queries fail with `DatabaseUnavailable` within two seconds when the database is unreachable. Without this, an
 * open connection would wait for minutes. Slow queries are not affected.
 */
export function watchPool(pool: pg.Pool, url: string, onSlow: (text: string, ms: number) => void = () => {}) {
  let probe: Promise<boolean> | null = null
  const watched = new WeakMap<pg.PoolClient, ReturnType<typeof watch>>()

  /** Probes over a separate connection: those of the pool may all be busy. */
  function isReachable(): Promise<boolean> {
    probe ??= probeDatabase(url).finally(() => (probe = null))
    return probe
  }

  async function connect() {
    const client = await pool.connect().catch(unavailable)
    let known = watched.get(client)
    if (!known) watched.set(client, (known = watch(client)))
    return known
  }

  /** A broken connection is not used again: the pool closes it when it is released. */
  function watch(client: pg.PoolClient) {
    let broken = false

    async function query(config: pg.QueryConfig) {
      if (broken) throw new DatabaseUnavailable('The connection was lost.')
      const watching = startWatch(isReachable)
      const since = performance.now()
      try {
        return await Promise.race([client.query(config), watching.lost])
      } catch (error) {
        broken ||= error instanceof DatabaseUnavailable || isConnectionError(error)
        throw broken && !(error instanceof DatabaseUnavailable) ? unavailable(error) : error
      } finally {
        watching.stop()
        const ms = performance.now() - since
        if (ms >= SLOW_QUERY_MS) onSlow(config.text, ms)
      }
    }

    return { query, release: () => client.release(broken) }
  }

  return { connect, isReachable, end: () => pool.end() }
}

function unavailable(cause: unknown): never {
  throw new DatabaseUnavailable('The database is unavailable.', { cause })
}

/** Rejects when the database becomes unreachable, until stopped. */
function startWatch(isReachable: () => Promise<boolean>) {
  let stopped = false
  let timer: NodeJS.Timeout
  const lost = new Promise<never>((_, reject) => {
    const check = async () => {
      const reachable = await isReachable()
      if (stopped) return
      if (reachable) timer = setTimeout(() => void check(), SLOW_MS)
      else reject(new DatabaseUnavailable('The database does not respond.'))
    }
    timer = setTimeout(() => void check(), SLOW_MS)
  })
  return {
    lost,
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

async function probeDatabase(url: string) {
  const client = new pg.Client({ connectionString: url, application_name: 'bramble probe' })
  client.on('error', () => {})
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((done) => (timer = setTimeout(done, PROBE_MS, false)))
  const probed = client
    .connect()
    .then(() => client.query('select 1'))
    .then(
      () => true,
      () => false,
    )
  const reachable = await Promise.race([probed, late])
  clearTimeout(timer)
  // end() would wait for a connection that hangs.
  if (reachable) void client.end()
  else client.connection.stream.destroy()
  return reachable
}

/** PostgreSQL's class 08 and shutdown codes, socket errors, and the driver's own errors, which have no code. */
function isConnectionError(error: unknown) {
  const code = codeOf(error)
  if (code !== undefined) return /^(08|57P0[1-3]$)|^E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH)/.test(code)
  return (
    error instanceof Error && /^(Connection terminated|Client has encountered a connection error)/.test(error.message)
  )
}
