import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import type { Log } from '#server/platform/log.ts'
import type { PageCache } from './page-cache.ts'

const CHANNEL = 'touched'
// PostgreSQL takes less than 8000 bytes a message.
const MESSAGE_BYTES = 7000
const LONGEST_WAIT_MS = 5000

/** Tells every process, when this transaction commits, which names have changed. */
export async function notifyInvalidated(db: Db, names: Iterable<string>) {
  let message = ''
  const send = () => sql`select pg_notify(${CHANNEL}, ${message})`.execute(db)
  for (const name of new Set(names)) {
    if (message && message.length + name.length >= MESSAGE_BYTES) {
      await send()
      message = ''
    }
    message = message ? `${message}\n${name}` : name
  }
  if (message) await send()
}

type Listeners = Pick<PageCache, 'forget' | 'setListening'>

/** Listens for what other processes change and drops it from the cache. While the line is down, nothing is kept. */
export function listenForInvalidations(
  url: string,
  cache: Listeners,
  log: Log,
  tell: (names: string[]) => void = () => {},
) {
  const stopping = new AbortController()
  const { signal } = stopping
  let client: pg.Client | null = null
  let coming: Promise<void> | null = null

  async function connect() {
    const line = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'bramble listener' })
    line.on('error', (error) => log.warn({ err: error }, 'the line that tells of changes broke'))
    line.on('notification', ({ payload }) => {
      if (!payload) return
      const names = payload.split('\n')
      cache.forget(names)
      tell(names)
    })
    line.on('end', () => {
      // One that never came is tried again by whoever tried it.
      if (client !== line) return
      client = null
      cache.setListening(false)
      if (!signal.aborted) coming = reconnect()
    })
    await line.connect()
    await line.query(`listen ${CHANNEL}`)
    client = line
    cache.setListening(true)
  }

  async function reconnect() {
    for (let wait = 100; !signal.aborted; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
      try {
        await sleep(wait, undefined, { signal })
        return await connect()
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, 'no line yet to hear of changes')
      }
    }
  }

  return {
    ready: connect(),
    async close() {
      stopping.abort()
      await coming
      await client?.end()
    },
  }
}
