import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { codeOf } from './errors.ts'

/** How long a query may take before the database is probed. With the probe, two seconds at most. */
const SLOW_MS = 600
/** A new connection takes far longer than a query on a busy machine. */
const PROBE_MS = 1_300
const MAX_PROBE_ROUNDS = 3
/** A timer that is later than this shows that this process was busy, not the database. */
const LAG_MS = 150

/** The database cannot be reached or does not respond. The request may succeed in a few seconds. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

/** Called after each statement, which has no values in its text. `startedAt` is a time of `performance.now()`. */
export type QueryObserver = (query: { text: string; startedAt: number; ms: number; failed: boolean }) => void

export type WatchedPool = ReturnType<typeof watchPool>
export type WatchedClient = Awaited<ReturnType<WatchedPool['connect']>>

/**
 * A pool whose queries fail with `DatabaseUnavailable` within two seconds when the database is unreachable. Without this, an
 * open connection would wait for minutes. Slow queries are not affected.
 */
export function watchPool(pool: pg.Pool, url: string, observe: QueryObserver = () => {}) {
  let probe: Promise<boolean> | null = null
  let answeredAt = 0
  const watched = new WeakMap<pg.PoolClient, ReturnType<typeof watch>>()

  /** Probes over a separate connection: those of the pool may all be busy. The answer to any other query counts as well. */
  function isReachable(): Promise<boolean> {
    const since = performance.now()
    probe ??= probeDatabase(url)
      .then((responds) => responds || answeredAt > since)
      .finally(() => (probe = null))
    return probe
  }

  /** Waits for a busy pool or server, as long as the database can be reached. */
  async function connect() {
    const connecting = pool.connect()
    const watching = startWatch(isReachable)
    let client: pg.PoolClient
    try {
      client = await Promise.race([connecting, watching.lost])
    } catch (error) {
      // A connection that comes too late is free for others.
      connecting.then(
        (late) => late.release(),
        () => {},
      )
      throw error instanceof DatabaseUnavailable ? error : unavailable(error)
    } finally {
      watching.stop()
    }
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
      const startedAt = performance.now()
      let failed = true
      try {
        const result = await Promise.race([client.query(config), watching.lost])
        answeredAt = performance.now()
        failed = false
        return result
      } catch (error) {
        broken ||= error instanceof DatabaseUnavailable || isConnectionError(error)
        if (!broken) answeredAt = performance.now()
        throw broken && !(error instanceof DatabaseUnavailable) ? unavailable(error) : error
      } finally {
        watching.stop()
        observe({ text: config.text, startedAt, ms: performance.now() - startedAt, failed })
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
  const stopping = new AbortController()
  const probed = client
    .connect()
    .then(() => client.query('select 1'))
    .then(
      () => true,
      () => false,
    )
  const reachable = await Promise.race([probed, waitUntilLate(stopping.signal)])
  stopping.abort()
  // end() would wait for a connection that hangs.
  if (reachable) void client.end()
  else client.connection.stream.destroy()
  return reachable
}

/**
 * False after the time for a probe. While this process is busy it can't read an answer, so that time does not count, up to a
 * limit: requests must not wait for as long as the process is overloaded.
 */
async function waitUntilLate(signal: AbortSignal): Promise<false> {
  try {
    for (let round = 0; round < MAX_PROBE_ROUNDS; round += 1) {
      const began = performance.now()
      await sleep(PROBE_MS, undefined, { signal })
      if (performance.now() - began <= PROBE_MS + LAG_MS) break
    }
    // Answers that have arrived are read before this continues.
    await setImmediate(undefined, { signal })
    return false
  } catch (error) {
    if (signal.aborted) return false
    throw error
  }
}

/** PostgreSQL's class 08 and shutdown codes, socket errors, and the driver's own errors, which have no code. */
function isConnectionError(error: unknown) {
  const code = codeOf(error)
  if (code !== undefined) return /^(08|57P0[1-3]$)|^E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH)/.test(code)
  return (
    error instanceof Error && /^(Connection terminated|Client has encountered a connection error)/.test(error.message)
  )
}
