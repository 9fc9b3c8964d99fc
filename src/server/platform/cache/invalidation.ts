import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import type { Log } from '#server/platform/log.ts'
import type { Signal } from './cache-tags.ts'

const CHANNEL = 'touched'
// PostgreSQL limits a NOTIFY payload to less than 8000 bytes.
const PAYLOAD_BYTES = 7000
const MAX_RECONNECT_MS = 5000
const COMMIT = 'commit:'

/** Sends signals to every process when this transaction commits. `commit` identifies the transaction. */
export async function notifyInvalidated(db: Db, signals: Iterable<Signal>, commit?: string) {
  let payload = ''
  const head = commit ? `${COMMIT}${commit}\n` : ''
  const send = () => sql`select pg_notify(${CHANNEL}, ${head + payload})`.execute(db)
  for (const signal of new Set(signals)) {
    if (payload && payload.length + signal.length >= PAYLOAD_BYTES) {
      await send()
      payload = ''
    }
    payload = payload ? `${payload}\n${signal}` : signal
  }
  if (payload) await send()
}

type Cache = { invalidate(signals: string[], commit?: string): void; setListening(listening: boolean): void }

/** Applies the invalidations of all processes to the cache, and reconnects when the connection is lost. */
export function listenForInvalidations(
  url: string,
  cache: Cache,
  log: Log,
  onSignals: (signals: string[]) => void = () => {},
) {
  const stopping = new AbortController()
  const { signal: stopped } = stopping
  let client: pg.Client | null = null
  let reconnecting: Promise<void> | null = null

  async function connect() {
    const opened = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'bramble listener' })
    opened.on('error', (error) => log.warn({ err: error }, 'LISTEN connection lost, reconnecting'))
    opened.on('notification', ({ payload }) => {
      if (!payload) return
      const signals = payload.split('\n')
      const commit = payload.startsWith(COMMIT) ? signals.shift()?.slice(COMMIT.length) : undefined
      cache.invalidate(signals, commit)
      onSignals(signals)
    })
    opened.on('end', () => {
      // A connection that was never established is retried by its caller.
      if (client !== opened) return
      client = null
      cache.setListening(false)
      if (!stopped.aborted) reconnecting = reconnect()
    })
    await opened.connect()
    await opened.query(`listen ${CHANNEL}`)
    client = opened
    cache.setListening(true)
  }

  async function reconnect() {
    for (let wait = 100; !stopped.aborted; wait = Math.min(wait * 2, MAX_RECONNECT_MS)) {
      try {
        await sleep(wait, undefined, { signal: stopped })
        return await connect()
      } catch (error) {
        if (!stopped.aborted) log.warn({ err: error }, 'LISTEN connection failed, retrying')
      }
    }
  }

  return {
    ready: connect(),
    async close() {
      stopping.abort()
      await reconnecting
      await client?.end()
    },
  }
}
