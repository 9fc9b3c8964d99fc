import { Writable } from 'node:stream'
import { sql } from 'kysely'
import pino from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { atEnd } from '#test/at-end.ts'
import { aDatabase, testLog } from '#test/database.ts'
import type { Database } from './db.ts'
import { createHttp } from './http.ts'
import { createJobMonitor } from './jobs/job-monitor.ts'
import { logSlowQueries } from './slow-queries.ts'

const THRESHOLD_MS = 100
const SLOW = 'pg_sleep(0.11)'
const lines: string[] = []
let database: Database

beforeAll(async () => {
  database = await aDatabase()
  const log = pino(
    { base: null },
    new Writable({
      write(line, _encoding, done) {
        lines.push(String(line))
        done()
      },
    }),
  )
  database.queryObservers.add(logSlowQueries(log, THRESHOLD_MS))
})

const sleepFor = (secret: string) =>
  sql`select ${sql.raw(SLOW)}, ${secret}::text, ${sql.lit(secret)} || 'x'`.execute(database.db)

/** What was logged since the last call. */
function takeLines(): Record<string, unknown>[] {
  return lines.splice(0).map((line) => JSON.parse(line) as Record<string, unknown>)
}

test('a slow query is logged with its duration and its text, without values', async () => {
  await sleepFor('a secret value')
  const [slow, ...others] = takeLines()
  expect(others).toEqual([])
  expect(slow).toMatchObject({ level: 40, msg: 'slow query', statement: `select ${SLOW}, $1::text, '…' || '…'` })
  expect(slow?.['ms']).toBeGreaterThanOrEqual(THRESHOLD_MS)
  expect(slow).toMatchObject({ running: [] })
  expect(JSON.stringify(slow)).not.toContain('secret')
})

test('a fast query is not logged', async () => {
  await sql`select 1`.execute(database.db)
  expect(takeLines()).toEqual([])
})

test('the route that ran it is named by its pattern', async () => {
  const http = await createHttp({
    trustProxy: false,
    log: testLog,
    headers: {},
    onError: (_error, _request, reply) => reply.status(500).send({}),
    shortcut: () => false,
  })
  for (const method of ['GET', 'POST'])
    http.route({ method, url: '/slow/:id', handler: async () => ({ rows: (await sleepFor('a secret')).rows.length }) })
  const url = await http.listen({ port: 0, host: '127.0.0.1' })
  atEnd(() => http.close())
  const body = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":"secret"}' }
  for (const init of [{}, body]) {
    expect((await fetch(`${url}/slow/secret-id?key=secret`, init)).status).toBe(200)
    const [slow] = takeLines()
    expect(slow).toMatchObject({ running: ['route /slow/:id'] })
    expect(JSON.stringify(slow)).not.toContain('secret')
  }
})

test('the job that ran it is named', async () => {
  const jobs = createJobMonitor({ now: () => new Date() })
  const earlier = jobs.track('short', 'scheduled').run(() => sql`select pg_sleep(0.01)`.execute(database.db))
  await jobs.track('clean-up', 'scheduled').run(() => sleepFor('x'))
  await earlier
  expect(takeLines()).toMatchObject([{ running: ['job clean-up'] }])
})
