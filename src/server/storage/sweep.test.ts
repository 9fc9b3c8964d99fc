import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/constants.ts'
import { openBlobs } from '#server/platform/blobs/open.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Database } from '#server/platform/db.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { aClock } from '#test/clock.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import { releaseBlob, attachBlob, writeBlob } from './blobs.ts'
import { findObject, getOwnObject, deleteObject, deleteObjectsOf, saveObject } from './objects.ts'
import { sweepStorage } from './sweep.ts'
import { addChunk, findUpload, finishUpload, startUpload } from './uploads.ts'

const clock = aClock()
const bucket = 'bramble'
let database: Database
let folder: string
let ctx: Ctx
let uid: string
beforeAll(async () => {
  database = await aDatabase()
  folder = await mkdtemp(join(tmpdir(), 'bramble-sweep-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  ctx = aCtx(database.db, { now: clock.now, blobs: openBlobs({ kind: 'folder', folder }) })
  uid = (await aPerson(database.db)).uid
})

const sweep = () => inTransaction(ctx, (tx) => sweepStorage(tx))
const nameOf = (name: string) => `users/${uid}/${name}`
const bytesOf = (text: string) => Readable.from([Buffer.from(text)])

async function files() {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).map(({ name }) => name)
}

async function save(name: string, text: string) {
  const written = await writeBlob(ctx, Buffer.from(text))
  const place = { bucket, name: nameOf(name) }
  return inTransaction(ctx, (tx) => saveObject(tx, place, { uid, written, said: {} }))
}

async function used() {
  const rows = await database.db.selectFrom('storageUse').selectAll().where('uid', 'in', [uid, '__site']).execute()
  return rows.map(({ bytes }) => bytes)
}

test('unreferenced blobs are deleted after a day, and referenced ones stay', async () => {
  const kept = await save('kept', 'kept')
  const never = await writeBlob(ctx, Buffer.from('never kept'))
  await save('replaced', 'first')
  await save('replaced', 'second')
  await save('removed', 'removed')
  await inTransaction(ctx, (tx) => deleteObject(tx, bucket, nameOf('removed')))
  await sweep()
  expect(await files()).toHaveLength(5)
  clock.pass(25 * HOUR_MS)
  await sweep()
  expect(await files()).toHaveLength(2)
  expect(await files()).toContain(kept.blob)
  expect(await files()).not.toContain(never.blob)
  expect(await database.db.selectFrom('looseBlob').selectAll().execute()).toEqual([])
  expect(await used()).toEqual([10, 10])
})

test('a deleted blob cannot be attached', async () => {
  const { blob } = await writeBlob(ctx, Buffer.from('late'))
  clock.pass(25 * HOUR_MS)
  await sweep()
  await expect(inTransaction(ctx, (tx) => attachBlob(tx, blob))).rejects.toThrow('already deleted')
})

test('a blob that could not be deleted is retried, and the others are deleted', async () => {
  const { blob } = await writeBlob(ctx, Buffer.from('stubborn'))
  clock.pass(25 * HOUR_MS)
  const remove = () => Promise.reject(new Error('away'))
  await inTransaction(ctx, (tx) => sweepStorage({ ...tx, blobs: { ...ctx.blobs, remove } }))
  expect(await files()).toContain(blob)
  await sweep()
  expect(await files()).not.toContain(blob)
})

test('an unfinished upload expires, and its parts are deleted', async () => {
  const before = (await files()).length
  const token = await startUpload(ctx, { bucket, name: nameOf('slow'), uid, sessionId: null, said: {}, expected: null })
  await addChunk(ctx, await findUpload(ctx, token), { offset: 0, length: 3, bytes: bytesOf('abc') })
  clock.pass(25 * HOUR_MS)
  await expect(findUpload(ctx, token)).rejects.toMatchObject({ code: 'not-found' })
  await sweep()
  expect(await files()).toHaveLength(before + 1)
  clock.pass(25 * HOUR_MS)
  await sweep()
  expect(await files()).toHaveLength(before)
})

test('concurrent sweeps delete no blob of an upload in progress', async () => {
  for (let count = 0; count < 20; count++)
    await inTransaction(ctx, async (tx) => releaseBlob(tx, (await writeBlob(ctx, Buffer.from('x'))).blob))
  clock.pass(25 * HOUR_MS)
  const token = await startUpload(ctx, {
    bucket,
    name: nameOf('meanwhile'),
    uid,
    sessionId: null,
    said: {},
    expected: 3,
  })
  const uploading = async () => {
    const upload = await addChunk(ctx, await findUpload(ctx, token), { offset: 0, length: 3, bytes: bytesOf('abc') })
    return finishUpload(ctx, upload)
  }
  const [, , object] = await Promise.all([sweep(), sweep(), uploading()])
  await sweep()
  expect(await files()).toContain(object.blob)
  const loose = await database.db.selectFrom('looseBlob').selectAll().execute()
  expect(loose).toHaveLength(1)
})

test('an object belongs to its owner alone, and is deleted with the account', async () => {
  await save('mine', 'mine')
  expect(await getOwnObject(ctx, uid, nameOf('mine'))).toMatchObject({ size: 4 })
  await expect(getOwnObject(ctx, 'another', nameOf('mine'))).rejects.toMatchObject({ code: 'object-not-found' })
  await expect(getOwnObject(ctx, uid, nameOf('none'))).rejects.toMatchObject({ code: 'object-not-found' })
  await inTransaction(ctx, (tx) => deleteObjectsOf(tx, uid))
  expect(await findObject(database.db, { bucket, name: nameOf('mine') })).toBeUndefined()
  expect(await used()).toEqual([0, 0])
})
