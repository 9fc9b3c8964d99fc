import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { type Call, clientOf } from '#test/client.ts'
import { aDatabase, testLog } from '#test/database.ts'
import { patiently } from '#test/patiently.ts'
import { aPerson } from '#test/people.ts'
import { listenForInvalidations } from '#server/platform/cache/invalidation.ts'
import type { Database } from '#server/platform/db.ts'
import { createLogExchange } from '#server/platform/log-exchange.ts'
import { createLogTail } from '#server/platform/log-tail.ts'
import { normalizeStatement } from '#server/platform/slow-queries.ts'
import { sql } from 'kysely'

let database: Database
let app: TestApp
let admin: Call
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
  admin = await clientOf(app, await aPerson(database.db, 'admin'))
})

test('the status names versions, processes, the database and the disk', async () => {
  await vi.waitFor(async () => {
    const { body } = await admin('GET /api/admin/system')
    expect(body).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+/),
      build: 'test-build',
      node: process.versions.node,
      postgres: expect.stringMatching(/^\d+/),
      processes: [{ pid: process.pid, current: true, listening: true, build: 'test-build' }],
      database: { pendingMigrations: [], connections: expect.any(Number) },
      disk: { totalBytes: expect.any(Number) },
      mail: { server: null },
    })
  }, patiently)
})

test('the checks of the doctor, the file store and the mail server run on request', async () => {
  const { body } = await admin('GET /api/admin/system/checks')
  const checks = body['checks'] as { check: string; ok: boolean }[]
  expect(checks.map(({ check }) => check)).toEqual(expect.arrayContaining(['counters', 'audit log', 'file store']))
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
})

describe('slow queries', () => {
  test('are collected without their values', async () => {
    database.slowQueries.take()
    await sql`select pg_sleep(0.21), ${'a secret'}::text, 'another secret'`.execute(database.db)
    const [slow] = database.slowQueries.take()
    expect(slow).toMatchObject({ statement: "select pg_sleep(0.21), $1::text, '…'", calls: 1 })
    expect(slow?.maxMs).toBeGreaterThan(200)
  })

  test('with lists of any length are one statement', () => {
    expect(normalizeStatement('select 1 where id in ($1, $2,  $3)')).toBe('select 1 where id in ($…)')
    expect(normalizeStatement('insert into t values ($1, $2), ($3, $4)')).toBe('insert into t values ($…), …')
  })
})

const line = (level: number, msg: string, more: object = {}) =>
  JSON.stringify({ level, time: 1000, pid: 7, msg, ...more })

describe('the log tail', () => {
  test('keeps the latest lines and filters them', () => {
    const tail = createLogTail(3)
    for (const [level, msg] of [
      [30, 'one'],
      [50, 'two'],
      [30, 'three'],
      [40, 'four'],
    ] as const) {
      tail.write(line(level, msg, { reqId: `request-${msg}`, path: `/${msg}` }))
    }
    const read = (filter: object) =>
      tail.read({ level: 'trace', text: null, requestId: null, limit: 10, ...filter }).map(({ message }) => message)
    expect(read({})).toEqual(['four', 'three', 'two'])
    expect(read({ level: 'warn' })).toEqual(['four', 'two'])
    expect(read({ text: '/THREE' })).toEqual(['three'])
    expect(read({ requestId: 'request-two' })).toEqual(['two'])
    expect(read({ limit: 1 })).toEqual(['four'])
  })

  test('of other processes is read through the database, and a silent one is left out', async () => {
    const { db, url } = database
    const now = () => new Date()
    const filter = { level: 'info' as const, text: null, requestId: null, limit: 10 }
    const other = createLogTail()
    other.write(line(30, 'from the other process'))
    const answering = createLogExchange({ db, now, log: testLog, tail: other, processId: 'other' })
    const memory = { invalidate: () => {}, setListening: () => {} }
    const listener = listenForInvalidations(url, memory, testLog, answering.onSignals)
    await listener.ready
    const asking = createLogExchange({ db, now, log: testLog, tail: createLogTail(), processId: 'asking' })
    const found = await asking.read(filter, ['asking', 'other', 'silent'])
    expect(found).toMatchObject([
      { processId: 'asking', records: [] },
      { processId: 'other', records: [{ message: 'from the other process', level: 'info' }] },
    ])
    expect(await db.selectFrom('logAnswer').selectAll().execute()).toEqual([])
    await listener.close()
  })
})
