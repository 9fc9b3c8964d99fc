import pg from 'pg'
import { codeOf } from './errors.ts'

/** How long a query may take before the database is asked whether it is there at all. */
const SLOW_MS = 1_000
const PROBE_MS = 800

/** The database cannot be reached or does not answer. The request may succeed in a few seconds. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

export type WatchedPool = ReturnType<typeof watchPool>

/**
 * A pool whose queries fail with `DatabaseUnavailable` within two seconds when the database is away. A connection
 * that was open before would otherwise wait for minutes; a query that is only slow is left alone.
 */
export function watchPool(pool: pg.Pool, url: string) {
  let probe: Promise<boolean> | null = null

  /** Whether the database answers, over a connection of its own: those of the pool may all be busy. */
  function answers(): Promise<boolean> {
    probe ??= probeDatabase(url).finally(() => (probe = null))
    return probe
  }

  async function connect() {
    const client = await pool.connect().catch(unavailable)
    let broken = false

    async function query(config: pg.QueryConfig) {
      if (broken) throw new DatabaseUnavailable('The connection was given up.')
      const watch = startWatch(answers)
      try {
        return await Promise.race([client.query(config), watch.lost])
      } catch (error) {
        broken ||= error instanceof DatabaseUnavailable || isConnectionError(error)
        throw broken && !(error instanceof DatabaseUnavailable) ? unavailable(error) : error
      } finally {
        watch.stop()
      }
    }

    return { query, release: () => client.release(broken) }
  }

  return { connect, answers, end: () => pool.end() }
}

function unavailable(cause: unknown): never {
  throw new DatabaseUnavailable('The database is unavailable.', { cause })
}

/** Rejects when the database turns out to be away, for as long as it is not stopped. */
function startWatch(answers: () => Promise<boolean>) {
  let stopped = false
  let timer: NodeJS.Timeout
  const lost = new Promise<never>((_, reject) => {
    const check = async () => {
      const there = await answers()
      if (stopped) return
      if (there) timer = setTimeout(() => void check(), SLOW_MS)
      else reject(new DatabaseUnavailable('The database does not answer.'))
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
  const asked = client
    .connect()
    .then(() => client.query('select 1'))
    .then(
      () => true,
      () => false,
    )
  const there = await Promise.race([asked, late])
  clearTimeout(timer)
  // A connection that hangs would wait for an answer to its goodbye.
  if (there) void client.end()
  else client.connection.stream.destroy()
  return there
}

/** PostgreSQL's class 08 and its shutdowns, the system's words for a broken connection, and the driver's, which have no code. */
function isConnectionError(error: unknown) {
  const code = codeOf(error)
  if (code !== undefined) return /^(08|57P0[1-3]$)|^E(CONN|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH)/.test(code)
  return (
    error instanceof Error && /^(Connection terminated|Client has encountered a connection error)/.test(error.message)
  )
}
