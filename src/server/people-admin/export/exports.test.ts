import { sql } from 'kysely'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { inflateRawSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { aDraft, anArticle } from '#test/articles.ts'
import { atEnd } from '#test/at-end.ts'
import { giveFromHouse } from '#test/berries.ts'
import { type Call, clientOf } from '#test/client.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aPerson, aSession } from '#test/people.ts'
import { DAY_MS, HOUR_MS } from '#contract/constants.ts'
import { deleteAccount } from '#server/account-deletion/delete-account.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Database } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { attachBlob, writeBlob } from '#server/storage/blobs.ts'
import { makeNextExport, requestExport, sweepExports } from './exports.ts'
import { leftOut, sections } from './sections.ts'

let database: Database
let app: TestApp
let admin: TestPerson
let call: Call
beforeAll(async () => {
  database = await aDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'bramble-export-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  app = await anApp(database, { DATA_DIR: folder })
  admin = await aPerson(database.db, 'admin')
  call = await clientOf(app, admin)
})

/** The files of a ZIP archive, from its central directory. */
function unzip(bytes: Buffer) {
  const files = new Map<string, Buffer>()
  let at = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  const count = bytes.readUInt16LE(at + 10)
  at = bytes.readUInt32LE(at + 16)
  for (let n = 0; n < count; n++) {
    const [method, size, nameLength, extra, comment] = [10, 20, 28, 30, 32].map((offset) =>
      offset === 20 ? bytes.readUInt32LE(at + offset) : bytes.readUInt16LE(at + offset),
    )
    const local = bytes.readUInt32LE(at + 42)
    const name = bytes.subarray(at + 46, at + 46 + (nameLength ?? 0)).toString()
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const stored = bytes.subarray(start, start + (size ?? 0))
    files.set(name, method === 8 ? inflateRawSync(stored) : stored)
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return files
}

async function exportOf(person: { id: string }) {
  const { body } = await call(`POST /api/admin/people/${person.id}/exports`)
  const id = String(body['id'])
  const stateOf = async () => {
    const { body: details } = await call(`GET /api/admin/people/${person.id}`)
    return (details['exports'] as { id: string; state: string }[]).find((one) => one.id === id)?.state
  }
  await expect.poll(stateOf, { timeout: 10_000 }).toBe('ready')
  return id
}

const download = async (id: string, by: TestPerson | null) => {
  const headers = by ? { cookie: (await aSession(database.db, by)).cookie } : {}
  return app.get(`/api/admin/exports/${id}/file`, { headers })
}

async function aFile(ctx: Ctx, ownerId: string, name: string) {
  const { blob, size } = await writeBlob(ctx, Readable.from(['bytes of a picture']))
  await attachBlob(ctx, blob)
  const file = { id: newId(), kind: 'file', state: 'ready', type: 'text/plain' }
  await ctx.db
    .insertInto('media')
    .values({ ...file, ownerId, name, size, blob })
    .execute()
  return file.id
}

test('an export contains texts and files of the person, and no secret', async () => {
  const person = await aPerson(database.db, 'author', { name: 'Ada Exported', handle: 'ada-exported' })
  await aSession(database.db, person)
  await anArticle(database.db, person.id, { title: 'Published by Ada' })
  await aDraft(database.db, person.id, { title: 'Unfinished by Ada' })
  const stranger = await aPerson(database.db, 'author')
  await anArticle(database.db, stranger.id, { title: 'By a stranger' })
  const fileId = await aFile(app.ctx, person.id, '../my file.txt')
  await giveFromHouse(database.db, person.id, 5)

  const id = await exportOf(person)
  const response = await download(id, admin)
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="ada-exported-[\d-]{10}\.zip"$/)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  const files = unzip(Buffer.from(await response.arrayBuffer()))
  const json = (name: string) =>
    JSON.parse(files.get(`${name}.json`)?.toString() ?? 'null') as Record<string, unknown>[]
  expect(json('profile')).toMatchObject([{ name: 'Ada Exported', handle: 'ada-exported' }])
  expect(json('account/account')).toMatchObject([{ email: person.email }])
  expect(json('account/sessions')).toHaveLength(1)
  expect(json('stories/stories').map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Published by Ada', 'Unfinished by Ada']),
  )
  expect(JSON.stringify(json('stories/stories'))).toContain('A story of few words.')
  expect(json('reading/likes')).toEqual([])
  expect(json('berries/entries')).toMatchObject([{ amount: 5, kind: 'correction', note: '', at: expect.any(String) }])
  expect(files.get(`files/media/${fileId}/.._my file.txt`)?.toString()).toBe('bytes of a picture')
  const all = [...files.values()].map(String).join()
  expect(all).not.toContain('By a stranger')
  expect(all).not.toMatch(/password_hash|token_hash|argon2/)
})

test('an export contains what a member paid, changed and said, and nothing of other members', async () => {
  const planId = newId()
  const plan = { id: planId, name: 'Reader', period: 'month' as const, price: 500, currency: 'usd' }
  await database.db
    .insertInto('plan')
    .values({ ...plan, createdAt: new Date() })
    .execute()
  const leave = async (comment: string) => {
    const person = await aPerson(database.db)
    const own = await clientOf(app, person)
    const { body } = await own('POST /api/membership/checkout', { plan: planId, request: newId() })
    const session = new URL(String(body['url'])).searchParams.get('session')
    await own(`POST /api/membership/test/${session}/pay`, { card: 'works' })
    expect((await own('POST /api/membership/cancel', { reason: 'other', comment })).status).toBe(200)
    return person
  }
  const person = await leave('Moved away')
  await leave('Said by a stranger')
  const response = await download(await exportOf(person), admin)
  const files = unzip(Buffer.from(await response.arrayBuffer()))
  const json = (name: string) =>
    JSON.parse(files.get(`membership/${name}.json`)?.toString() ?? 'null') as Record<string, unknown>[]
  expect(json('payments')).toMatchObject([{ amount: 500 }])
  const events = json('changes').map(({ event }) => String(event))
  expect(events.toSorted()).toEqual(['cancel', 'pay'])
  expect(json('exit-answers')).toMatchObject([{ reason: 'other', comment: 'Moved away' }])
})

test('only admins download it, and each attempt is in the audit log', async () => {
  const person = await aPerson(database.db)
  const id = await exportOf(person)
  expect((await download(id, null)).status).toBe(401)
  expect((await download(id, await aPerson(database.db, 'editor'))).status).toBe(403)
  expect((await download(id, person)).status).toBe(403)
  expect((await download(id, admin)).status).toBe(200)
  expect((await download('nothing', admin)).status).toBe(404)
  const entries = await database.db
    .selectFrom('auditEntry')
    .select('action')
    .where('targetId', '=', person.id)
    .orderBy('id')
    .execute()
  expect(entries.map(({ action }) => action)).toEqual(['person.exported', 'person.export-downloaded'])
})

test('an export that failed or was interrupted is made again, and expires after 7 days', async () => {
  const { db } = await aDatabase()
  const viewer = await aPerson(db, 'admin')
  const person = await aPerson(db)
  let now = new Date()
  const ctx = { ...app.ctx, db, viewer, now: () => now }
  const { id } = await requestExport(ctx, person.id)
  expect((await requestExport(ctx, person.id)).id).toBe(id)
  const broken = { ...ctx.blobs, put: () => Promise.reject(new Error('disk full')) }
  expect(await makeNextExport({ ...ctx, blobs: broken })).toBe(true)
  const row = () => db.selectFrom('personExport').selectAll().where('id', '=', id).executeTakeFirst()
  expect(await row()).toMatchObject({ problem: 'disk full', finishedAt: null, attempts: 1 })
  expect(await makeNextExport(ctx)).toBe(false)
  now = new Date(now.getTime() + HOUR_MS)
  expect(await makeNextExport(ctx)).toBe(true)
  expect(await row()).toMatchObject({ problem: null, attempts: 2, nextAttemptAt: null })
  const blob = (await row())?.blob
  now = new Date(now.getTime() + 7 * DAY_MS + 1000)
  await sweepExports(ctx)
  expect(await row()).toBeUndefined()
  expect(await db.selectFrom('looseBlob').select('blob').execute()).toContainEqual({ blob })
})

test('an export fails with the file it cannot read to the end', async () => {
  const { db } = await aDatabase()
  const viewer = await aPerson(db, 'admin')
  const person = await aPerson(db)
  const ctx = { ...app.ctx, db, viewer }
  await aFile(ctx, person.id, 'eel.png')
  const { id } = await requestExport(ctx, person.id)
  const read = () =>
    Promise.resolve(
      Readable.from(
        (function* () {
          yield 'a pic'
          throw new Error('disk broken')
        })(),
      ),
    )
  expect(await makeNextExport({ ...ctx, blobs: { ...ctx.blobs, read } })).toBe(true)
  const row = await db.selectFrom('personExport').selectAll().where('id', '=', id).executeTakeFirst()
  expect(row).toMatchObject({ problem: 'disk broken', finishedAt: null, blob: null })
})

test('the archive goes with the person', async () => {
  const person = await aPerson(database.db)
  const id = await exportOf(person)
  await deleteAccount(app.ctx, person.uid)
  expect((await download(id, admin)).status).toBe(404)
})

test('every table that refers to people is exported, or left out for a reason', async () => {
  const { rows } = await sql<{ tableName: string }>`
    select distinct constrained.relname as table_name
    from pg_constraint join pg_class constrained on constrained.oid = conrelid join pg_class target on target.oid = confrelid
    where contype = 'f' and target.relname in ('person', 'account')
    union
    select table_name from information_schema.columns
    where table_schema = 'public' and column_name in
      ('uid', 'owner_uid', 'person_id', 'owner_id', 'author_id', 'actor_id', 'by_id', 'saved_by', 'email', 'to_address',
       'membership_id', 'payment_id')`.execute(database.db)
  const handled = new Set([...sections.map(({ table }) => table), ...Object.keys(leftOut)])
  expect(rows.map(({ tableName }) => tableName).filter((table) => !handled.has(table))).toEqual([])
})

test('the sections name columns that exist, so that no secret is exported under a new name', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`.execute(
    database.db,
  )
  const columns = new Set(rows.map(({ name }) => name))
  const named = sections.flatMap(({ table, personId = [], uid = [], email = [], without = [] }) =>
    [...personId, ...uid, ...email, ...without].map((column) => `${table}.${column}`),
  )
  expect(named.filter((name) => !columns.has(name))).toEqual([])
  const secret = /hash|secret|token|password|private|(^|\.)(code|key)$/
  const exported = [...columns].filter((name) => {
    const [table, column = ''] = name.split('.')
    return (
      sections.some((section) => section.table === table && !section.without?.includes(column)) && secret.test(column)
    )
  })
  expect(exported.toSorted()).toEqual(
    ['account.password_updated_at', 'draft.save_key', 'response.save_key'].filter((name) =>
      secret.test(name.split('.')[1] ?? ''),
    ),
  )
})
