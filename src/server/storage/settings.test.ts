import { EventEmitter, once } from 'node:events'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { SECOND_MS } from '#contract/constants.ts'
import type { StorageCheck, StorageSettings } from '#contract/storage.ts'
import type { Blobs } from '#server/platform/blobs/blobs.ts'
import { folderBlobs } from '#server/platform/blobs/folder.ts'
import { type Database, openDatabase } from '#server/platform/db.ts'
import { type TestApp, anApp } from '#test/app.ts'
import { atEnd } from '#test/at-end.ts'
import { type Call, clientOf } from '#test/client.ts'
import { aDatabase, testLog } from '#test/database.ts'
import { type TestPerson, aCtx, aPerson, aSession } from '#test/people.ts'
import { checkStorage } from './check-storage.ts'

let database: Database
let app: TestApp
let other: TestApp
let admin: TestPerson
let call: Call
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
  const second = openDatabase(database.url, { log: testLog })
  atEnd(() => second.close())
  other = await anApp(second)
  admin = await aPerson(database.db, 'admin')
  call = await clientOf(app, admin)
})

const current = async () => (await call('GET /api/admin/storage')).body as unknown as StorageSettings

async function save(change: Record<string, unknown>) {
  const { version } = await current()
  return call('PUT /api/admin/storage/limits', { uploadMb: null, personMb: null, siteMb: null, version, ...change })
}

/** The status of an upload to another process. */
async function upload(bytes: number) {
  const { bearer } = await aSession(database.db, admin, other.ctx)
  const name = encodeURIComponent(`users/${admin.uid}/file`)
  const response = await fetch(`${other.url}/v0/b/bramble/o?name=${name}&uploadType=media`, {
    method: 'POST',
    headers: { 'authorization': bearer, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
  return response.status
}

test('a limit is used by every process within a second, and null restores the default', async () => {
  expect(await current()).toMatchObject({
    place: { kind: 'folder' },
    limits: { uploadMb: { inUse: 100, stored: null, default: 100, setBy: null }, siteMb: { inUse: null } },
  })
  const TOO_MUCH = 1024 * 1024 + 50_000
  expect((await save({ uploadMb: 1 })).body).toMatchObject({ limits: { uploadMb: { inUse: 1, stored: 1 } } })
  await expect.poll(() => upload(TOO_MUCH), { timeout: SECOND_MS, interval: 20 }).toBe(413)
  expect((await save({})).body).toMatchObject({ limits: { uploadMb: { inUse: 100 } } })
  const entry = await database.db
    .selectFrom('auditEntry')
    .select(['before', 'after'])
    .where('action', '=', 'storage-settings.changed')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(entry).toMatchObject({ before: { uploadMb: 1 }, after: { uploadMb: null } })
})

test('a stale version is refused with the current values', async () => {
  const { version } = await current()
  await save({ personMb: 500 })
  const late = await call('PUT /api/admin/storage/limits', { uploadMb: 5, personMb: null, siteMb: null, version })
  expect(late.status).toBe(409)
  expect(late.body.error).toMatchObject({ details: { current: { limits: { personMb: { stored: 500 } } } } })
  for (const uploadMb of [0, 1.5, 10_001]) expect((await save({ uploadMb })).status).toBe(400)
})

test('what the environment sets cannot be changed here, and keys of S3 are not shown', async () => {
  const fixed = await anApp(await aDatabase(), {
    STORAGE_PERSON_MB: '300',
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_BUCKET: 'stories',
    S3_ACCESS_KEY_ID: 'the-key-id',
    S3_SECRET_ACCESS_KEY: 'the-secret-key',
  })
  const ask = await clientOf(fixed, await aPerson(fixed.ctx.db, 'admin'))
  const { body } = await ask('GET /api/admin/storage')
  expect(body).toMatchObject({
    place: { kind: 's3', bucket: 'stories' },
    limits: { personMb: { inUse: 300, setBy: 'STORAGE_PERSON_MB' }, uploadMb: { setBy: null } },
  })
  expect(JSON.stringify(body)).not.toMatch(/the-key-id|the-secret-key/)
  const limits = { uploadMb: null, personMb: 1, siteMb: null, version: 1 }
  expect((await ask('PUT /api/admin/storage/limits', limits)).status).toBe(403)
  const checked = (await ask('POST /api/admin/storage/check')).body as unknown as StorageCheck
  expect(checked).toMatchObject({ ok: false, steps: [{ step: 'write', ok: false }, { ok: null }, {}, {}] })
  expect(checked.steps[0]?.found).toContain('Check S3_ENDPOINT.')
})

test('a check writes, reads, lists and deletes an object, and leaves nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bramble-check-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const ctx = { ...aCtx(database.db), blobs: folderBlobs(folder) }
  const { ok, steps } = await checkStorage(ctx)
  expect(ok).toBe(true)
  expect(steps.map(({ step }) => step)).toEqual(['write', 'read', 'list', 'delete'])
  const left = await readdir(folder, { recursive: true, withFileTypes: true })
  expect(left.filter((entry) => entry.isFile())).toEqual([])
})

test('a write that ends after its check has timed out leaves nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bramble-check-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const stored = folderBlobs(folder)
  const storage = new EventEmitter()
  const answering = once(storage, 'answers')
  const removing = once(storage, 'removed')
  const slow: Blobs = {
    ...stored,
    async put(key, bytes) {
      await answering
      await stored.put(key, bytes)
    },
    async remove(key) {
      await stored.remove(key)
      storage.emit('removed', key)
    },
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const checking = checkStorage({ ...aCtx(database.db), blobs: slow })
  vi.advanceTimersByTime(10 * SECOND_MS)
  vi.useRealTimers()
  expect((await checking).steps[0]).toMatchObject({ ok: false, found: expect.stringContaining('did not answer') })
  storage.emit('answers')
  const [key] = await removing
  expect(await stored.find(String(key))).toBeNull()
})

test('a folder without write permission is reported with what to do', async ({ skip }) => {
  skip(process.getuid?.() === 0, 'root may write to every folder')
  const folder = await mkdtemp(join(tmpdir(), 'bramble-check-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o500)
  const { ok, steps } = await checkStorage({ ...aCtx(database.db), blobs: folderBlobs(folder) })
  expect(ok).toBe(false)
  expect(steps[0]?.found).toContain('write permission')
})

test('only admins see and change it', async () => {
  const editor = await clientOf(app, await aPerson(database.db, 'editor'))
  expect((await editor('GET /api/admin/storage')).status).toBe(403)
  expect((await editor('POST /api/admin/storage/check')).status).toBe(403)
})
