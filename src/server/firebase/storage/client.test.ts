import { getAuth } from 'firebase/auth'
import {
  type FirebaseStorage,
  type UploadTask,
  deleteObject,
  getBytes,
  getDownloadURL,
  getMetadata,
  list,
  listAll,
  ref,
  updateMetadata,
  uploadBytes,
  uploadBytesResumable,
  uploadString,
} from 'firebase/storage'
import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/db.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aPerson } from '#test/people.ts'
import { type StorageApp, aStorageApp, aStorageClient } from '#test/storage.ts'

let database: Database
let app: StorageApp
let ada: TestPerson
let adasStorage: FirebaseStorage
beforeAll(async () => {
  database = await aDatabase()
  app = await aStorageApp(database)
  ada = await aPerson(database.db)
  adasStorage = await aStorageClient(app, ada)
})

const own = (name: string, who = ada) => `users/${who.uid}/${name}`
const refused = (code: string) => ({ name: 'FirebaseError', code: `storage/${code}` })
const text = (bytes: ArrayBuffer) => Buffer.from(bytes).toString()

describe('uploading', () => {
  test('bytes are returned unchanged, with all metadata', async () => {
    const bytes = randomBytes(100_000)
    const at = ref(adasStorage, own('pictures/a b.png'))
    const { metadata } = await uploadBytes(at, bytes, {
      contentType: 'image/png',
      cacheControl: 'public, max-age=60',
      contentDisposition: 'inline; filename="a b.png"',
      contentLanguage: 'en',
      customMetadata: { mood: 'good' },
    })
    expect(metadata).toMatchObject({
      bucket: 'bramble',
      fullPath: own('pictures/a b.png'),
      name: 'a b.png',
      size: bytes.length,
      metageneration: '1',
      md5Hash: createHash('md5').update(bytes).digest('base64'),
      contentType: 'image/png',
      cacheControl: 'public, max-age=60',
      contentDisposition: 'inline; filename="a b.png"',
      contentLanguage: 'en',
      customMetadata: { mood: 'good' },
    })
    expect(metadata.generation).toMatch(/^\d+$/)
    expect(Date.parse(metadata.timeCreated)).toBeCloseTo(Date.now(), -5)
    expect(metadata.updated).toBe(metadata.timeCreated)
    expect(await getMetadata(at)).toMatchObject({ md5Hash: metadata.md5Hash, generation: metadata.generation })
    expect(Buffer.from(await getBytes(at)).equals(bytes)).toBe(true)
    expect(Buffer.from(await getBytes(at, 10)).equals(bytes.subarray(0, 10))).toBe(true)
  })

  test.each([
    ['raw', 'words, ünd mehr', 'words, ünd mehr', 'text/plain'],
    ['base64', 'd29yZHM/Pz4=', 'words??>', 'application/octet-stream'],
    ['base64url', 'd29yZHM_Pz4=', 'words??>', 'application/octet-stream'],
    ['data_url', 'data:text/css;base64,d29yZHM=', 'words', 'text/css'],
    ['data_url', 'data:text/plain,some%20words', 'some words', 'text/plain'],
  ])('a string as %s', async (format, sent, stored, type) => {
    const at = ref(adasStorage, own(`strings/${format}`))
    const said = type === 'text/plain' && format === 'raw' ? { contentType: type } : undefined
    const { metadata } = await uploadString(at, sent, format as 'raw', said)
    expect([text(await getBytes(at)), metadata.contentType]).toEqual([stored, type])
  })

  test.each([
    ['base64', 'not base64!'],
    ['base64url', 'a+b/'],
    ['data_url', 'no address'],
  ])('a string that is not %s is refused', async (format, sent) => {
    const trying = async () => uploadString(ref(adasStorage, own('bad')), sent, format as 'base64')
    await expect(trying()).rejects.toMatchObject(refused('invalid-format'))
  })

  test('an empty file is stored', async () => {
    const at = ref(adasStorage, own('empty'))
    await uploadBytes(at, new Uint8Array())
    expect((await getMetadata(at)).size).toBe(0)
    expect((await getBytes(at)).byteLength).toBe(0)
    expect((await getBytes(at, 5)).byteLength).toBe(0)
  })

  test('an overwrite is a new generation', async () => {
    const at = ref(adasStorage, own('again'))
    const first = await uploadString(at, 'first')
    const second = await uploadString(at, 'second')
    expect(BigInt(second.metadata.generation)).toBeGreaterThan(BigInt(first.metadata.generation))
    expect(text(await getBytes(at))).toBe('second')
  })

  test.each(['100%', 'a%2Fb', '..', '../..', 'a//b', 'ü 😀.txt', 'x.json', '#?&+=.txt', '_payload.json'])(
    'the name %s is accepted',
    async (name) => {
      // The client normalizes paths, so the URL is built by hand.
      const path = `users/${ada.uid}/names/${name}`
      const url = `${app.url}/v0/b/bramble/o?name=${encodeURIComponent(path)}`
      const token = await adasToken()
      const sent = await fetch(url, { method: 'POST', body: name, headers: { authorization: `Firebase ${token}` } })
      expect(await sent.json()).toMatchObject({ name: path })
      const back = await fetch(`${app.url}/v0/b/bramble/o/${encodeURIComponent(path)}?alt=media`, {
        headers: { authorization: `Firebase ${token}` },
      })
      expect(await back.text()).toBe(name)
    },
  )
})

async function adasToken() {
  return getAuth(adasStorage.app).currentUser?.getIdToken()
}

describe('a large upload in chunks', () => {
  const bytes = randomBytes(3 * 1024 * 1024 + 17)

  test('pauses, resumes, reports its progress, and is complete', async () => {
    const at = ref(adasStorage, own('large.bin'))
    const task = uploadBytesResumable(at, bytes, { contentType: 'application/x-large', customMetadata: { n: '1' } })
    const seen: number[] = []
    let pauses = 0
    task.on('state_changed', ({ bytesTransferred, state: now }) => {
      seen.push(bytesTransferred)
      if (now === 'paused') task.resume()
      else if (bytesTransferred > 0 && pauses === 0) {
        pauses += 1
        task.pause()
      }
    })
    const { metadata, state } = await task
    expect(state).toBe('success')
    expect(pauses).toBeGreaterThan(0)
    expect(seen.at(-1)).toBe(bytes.length)
    expect(seen.filter((count) => count > 0 && count < bytes.length).length).toBeGreaterThan(1)
    expect(metadata).toMatchObject({
      size: bytes.length,
      contentType: 'application/x-large',
      customMetadata: { n: '1' },
      md5Hash: createHash('md5').update(bytes).digest('base64'),
    })
    expect(Buffer.from(await getBytes(at)).equals(bytes)).toBe(true)
  })

  test('that is cancelled leaves nothing', async () => {
    const at = ref(adasStorage, own('cancelled.bin'))
    const task: UploadTask = uploadBytesResumable(at, bytes)
    task.on('state_changed', ({ bytesTransferred }) => {
      if (bytesTransferred > 0) task.cancel()
    })
    await expect(task).rejects.toMatchObject(refused('canceled'))
    await expect(getMetadata(at)).rejects.toMatchObject(refused('object-not-found'))
  })

  test('can end exactly at a chunk boundary', async () => {
    const at = ref(adasStorage, own('even.bin'))
    await uploadBytesResumable(at, bytes.subarray(0, 768 * 1024))
    expect((await getMetadata(at)).size).toBe(768 * 1024)
  })
})

describe('the metadata of an object', () => {
  test('can be changed and cleared with null, and other fields stay', async () => {
    const at = ref(adasStorage, own('described'))
    const before = await uploadString(at, 'x', 'raw', {
      cacheControl: 'no-cache',
      contentType: 'text/plain',
      customMetadata: { a: '1', b: '2' },
    })
    const after = await updateMetadata(at, {
      cacheControl: null as unknown as string,
      contentLanguage: 'de',
      customMetadata: { b: null as unknown as string, c: '3' },
    })
    expect(after).toMatchObject({
      contentType: 'text/plain',
      contentLanguage: 'de',
      customMetadata: { a: '1', c: '3' },
      metageneration: '2',
      generation: before.metadata.generation,
    })
    expect(after.cacheControl).toBeUndefined()
    expect(after.customMetadata).not.toHaveProperty('b')
  })
})

test('a download URL works for everyone until the object is replaced', async () => {
  const at = ref(adasStorage, own('shared.txt'))
  await uploadString(at, 'for all', 'raw', { contentType: 'text/plain' })
  const url = await getDownloadURL(at)
  expect(await (await fetch(url)).text()).toBe('for all')
  expect((await fetch(url.replace(/token=.*/, 'token=wrong'))).status).toBe(401)
  await deleteObject(at)
  expect((await fetch(url)).status).toBe(401)
})

test('lists folders and files, paginated and all at once', async () => {
  const names = ['a', 'b/1', 'b/2', 'c', 'd/x/y', 'e', 'Z', 'é']
  for (const name of names) await uploadString(ref(adasStorage, own(`listed/${name}`)), name)
  const folder = ref(adasStorage, own('listed'))
  const all = await listAll(folder)
  expect(all.items.map(({ name }) => name)).toEqual(['Z', 'a', 'c', 'e', 'é'])
  expect(all.prefixes.map(({ name }) => name)).toEqual(['b', 'd'])

  const pages: string[] = []
  let pageToken: string | undefined
  do {
    const page = await list(folder, { maxResults: 2, ...(pageToken && { pageToken }) })
    expect(page.items.length + page.prefixes.length).toBeLessThanOrEqual(2)
    pages.push(...[...page.items, ...page.prefixes].map(({ name }) => name).toSorted())
    pageToken = page.nextPageToken
  } while (pageToken)
  expect(pages).toEqual(['Z', 'a', 'b', 'c', 'd', 'e', 'é'])
  expect((await listAll(ref(adasStorage, own('nothing here')))).items).toEqual([])
})

describe('access is refused', () => {
  test('to a visitor', async () => {
    const visitor = await aStorageClient(app, null)
    await expect(uploadString(ref(visitor, own('x')), 'x')).rejects.toMatchObject(refused('unauthenticated'))
    await expect(getMetadata(ref(visitor, own('described')))).rejects.toMatchObject(refused('unauthenticated'))
    await expect(getMetadata(ref(visitor, own('nothing')))).rejects.toMatchObject(refused('unauthenticated'))
    await expect(listAll(ref(visitor, own('')))).rejects.toMatchObject(refused('unauthenticated'))
  })

  test('to an anonymous account', async () => {
    const storage = await aStorageClient(app, 'anonymous')
    await expect(uploadString(ref(storage, own('x')), 'x')).rejects.toMatchObject(refused('unauthorized'))
    const uid = getAuth(storage.app).currentUser?.uid
    await expect(uploadString(ref(storage, `users/${uid}/x`), 'x')).rejects.toMatchObject(refused('unauthorized'))
  })

  test('to another person', async () => {
    const bob = await aStorageClient(app, await aPerson(database.db))
    for (const name of ['described', 'nothing']) {
      await expect(getBytes(ref(bob, own(name)))).rejects.toMatchObject(refused('unauthorized'))
      await expect(deleteObject(ref(bob, own(name)))).rejects.toMatchObject(refused('unauthorized'))
      await expect(updateMetadata(ref(bob, own(name)), {})).rejects.toMatchObject(refused('unauthorized'))
      await expect(uploadString(ref(bob, own(name)), 'x')).rejects.toMatchObject(refused('unauthorized'))
    }
    const large = uploadBytesResumable(ref(bob, own('large')), new Uint8Array(300_000))
    await expect(large).rejects.toMatchObject(refused('unauthorized'))
  })

  test('to a missing object, also for its owner', async () => {
    const at = ref(adasStorage, own('nothing'))
    for (const act of [getBytes, getMetadata, getDownloadURL, deleteObject]) {
      await expect(act(at)).rejects.toMatchObject(refused('object-not-found'))
    }
    await expect(updateMetadata(at, {})).rejects.toMatchObject(refused('object-not-found'))
  })

  test('to editors for writing, and to admins for writing but not deleting', async () => {
    const at = own('moderated')
    await uploadString(ref(adasStorage, at), 'x')
    const editor = await aStorageClient(app, await aPerson(database.db, 'editor'))
    expect(text(await getBytes(ref(editor, at)))).toBe('x')
    await expect(deleteObject(ref(editor, at))).rejects.toMatchObject(refused('unauthorized'))
    const admin = await aStorageClient(app, await aPerson(database.db, 'admin'))
    await expect(uploadString(ref(admin, at), 'y')).rejects.toMatchObject(refused('unauthorized'))
    await deleteObject(ref(admin, at))
    await expect(getMetadata(ref(adasStorage, at))).rejects.toMatchObject(refused('object-not-found'))
  })
})

test('storage is limited per person and in total', async () => {
  const small = await aStorageApp(await aDatabase(), { STORAGE_PERSON_MB: '1', STORAGE_SITE_MB: '1.5' })
  const bob = await aPerson(small.ctx.db)
  const his = await aStorageClient(small, bob)
  const fill = (name: string, bytes: number) => uploadBytes(ref(his, own(name, bob)), new Uint8Array(bytes))
  await fill('a', 900_000)
  await expect(fill('b', 200_000)).rejects.toMatchObject(refused('quota-exceeded'))
  const large = uploadBytesResumable(ref(his, own('c', bob)), new Uint8Array(400_000))
  await expect(large).rejects.toMatchObject(refused('quota-exceeded'))
  await fill('a', 1_000_000)
  const carol = await aPerson(small.ctx.db)
  const theirs = await aStorageClient(small, carol)
  const more = (name: string) => uploadBytes(ref(theirs, own(name, carol)), new Uint8Array(600_000))
  await expect(more('a')).rejects.toMatchObject(refused('quota-exceeded'))
  await deleteObject(ref(his, own('a', bob)))
  await more('a')
})

test('an upload over the size limit is refused at once', async () => {
  const small = await aStorageApp(await aDatabase(), { UPLOAD_MAX_MB: '1' })
  const bob = await aPerson(small.ctx.db)
  const his = await aStorageClient(small, bob)
  const bytes = new Uint8Array(1_500_000)
  await expect(uploadBytes(ref(his, own('a', bob)), bytes)).rejects.toMatchObject(refused('unknown'))
  await expect(uploadBytesResumable(ref(his, own('a', bob)), bytes)).rejects.toMatchObject(refused('unknown'))
})
