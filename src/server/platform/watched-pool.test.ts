import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { atEnd } from '#test/at-end.ts'
import { aDatabaseProxy } from '#test/database-proxy.ts'
import { testLog } from '#test/database.ts'
import { newDatabaseUrl } from '#test/new-database.ts'
import { patiently } from '#test/patiently.ts'
import { type Database, openDatabase } from './db.ts'
import { DatabaseUnavailable, watchPool } from './watched-pool.ts'

let url: string
let proxy: Awaited<ReturnType<typeof aDatabaseProxy>>
let database: Database
let app: TestApp
beforeAll(async () => {
  url = await newDatabaseUrl()
  proxy = await aDatabaseProxy(url)
  database = openDatabase(proxy.url, { log: testLog })
  atEnd(() => database.close())
  atEnd(() => proxy.set('up'))
  app = await anApp(database)
})

async function timed(path: string, headers: Record<string, string> = {}) {
  const began = performance.now()
  const response = await app.get(path, { headers })
  const text = await response.text()
  const { status } = response
  return { status, text, after: response.headers.get('retry-after'), ms: performance.now() - began }
}

describe.each(['silent', 'down'] as const)('while the database is %s', (line) => {
  test('requests fail quickly, and work again afterwards', async () => {
    // Open connections and a new one.
    await Promise.all([timed('/api/stories'), timed('/api/creators'), timed('/latest')])
    await proxy.set(line)
    const page = { accept: 'text/html', cookie: 'bramble_session=of-no-one' }
    const [api, write, html, payload] = await Promise.all([
      timed('/api/stories'),
      timed('/api/creators?sort=rising'),
      timed('/latest', page),
      timed('/latest/_payload.json', page),
    ])
    // Two seconds, with some tolerance for a busy machine.
    for (const { status, after, ms } of [api, write, html, payload]) {
      expect([status, after]).toEqual([503, '5'])
      expect(ms).toBeLessThan(6_000)
    }
    expect(JSON.parse(api.text)).toMatchObject({ error: { code: 'unavailable' } })
    expect(html.text).toContain('Temporarily unavailable')
    expect(html.text).toContain('Try again in a few seconds')
    expect(html.text).toMatch(/<a href="" [^>]*>Try again</)

    const ready = await timed('/health/ready')
    expect([ready.status, JSON.parse(ready.text)]).toEqual([503, { ready: false, database: false }])
    expect(ready.ms).toBeLessThan(4_000)
    expect((await timed('/health/live')).status).toBe(200)

    await proxy.set('up')
    await expect.poll(async () => (await timed('/api/stories')).status, patiently).toBe(200)
    expect((await timed('/health/ready')).status).toBe(200)
  })
})

test('a slow query is not interrupted', async () => {
  await expect(database.pool.query('select 1')).resolves.toBeDefined()
  const { rows } = await database.db.executeQuery<{ slow: number }>({
    ...database.db.selectNoFrom((eb) => eb.lit(1).as('slow')).compile(),
    sql: 'select 1 as slow from pg_sleep(1.2)',
  })
  expect(rows).toEqual([{ slow: 1 }])
})

/** Accepts connections and never answers, as a server that is too busy to start another process. */
async function aBusyServer() {
  const busy = createServer()
  await new Promise<void>((done) => busy.listen(0, '127.0.0.1', done))
  atEnd(() => void busy.close())
  const address = busy.address()
  return `postgres://nobody@127.0.0.1:${typeof address === 'object' ? address?.port : 0}/none`
}

test('a probe ends also while this process stays too busy to run timers in time', async () => {
  const pool = new pg.Pool({ connectionString: url })
  const { isReachable } = watchPool(pool, await aBusyServer())
  let time = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 10_000))
  onTestFinished(() => clock.mockRestore())
  expect(await isReachable()).toBe(false)
  await pool.end()
})

test('a new connection that waits does not count against a database that answers others', async () => {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  const watched = watchPool(pool, await aBusyServer())
  const [slow, other] = [await watched.connect(), await watched.connect()]
  let isDone = false
  const work = slow.query({ text: 'select pg_sleep(4)' }).finally(() => (isDone = true))
  const answers = async () => {
    while (!isDone) await other.query({ text: 'select pg_sleep(0.2)' })
  }
  await Promise.all([work, answers()])
  // With no other answers, the probe decides.
  await expect(slow.query({ text: 'select pg_sleep(4)' })).rejects.toBeInstanceOf(DatabaseUnavailable)
  slow.release()
  other.release()
  await pool.end()
})

test('a connection that a busy pool gives late is waited for', async () => {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const watched = watchPool(pool, url)
  const first = await watched.connect()
  const waiting = watched.connect()
  await sleep(2_500)
  first.release()
  const second = await waiting
  await expect(second.query({ text: 'select 1' })).resolves.toBeDefined()
  second.release()
  await pool.end()
})

test('a connection that comes after its request failed is free for others', async () => {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const watched = watchPool(pool, await aBusyServer())
  const first = await watched.connect()
  await expect(watched.connect()).rejects.toBeInstanceOf(DatabaseUnavailable)
  first.release()
  const second = await watched.connect()
  second.release()
  await pool.end()
})

test('a transaction that lost its connection fails as a whole, and its connection is not used again', async () => {
  const work = database.db.transaction().execute(async (tx) => {
    await tx.selectFrom('person').select('id').execute()
    await proxy.set('silent')
    await tx.selectFrom('article').select('id').execute()
  })
  await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable)
  await proxy.set('up')
  await expect.poll(() => database.db.selectFrom('person').select('id').execute(), patiently).toEqual([])
})
