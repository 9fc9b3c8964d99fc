import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ObjectResource } from '#contract/firebase/storage.ts'
import { endSession } from '#server/identity/sessions.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import type { Database } from '#server/platform/db.ts'
import { aDatabase } from '#test/database.ts'
import { aPerson, aSession } from '#test/people.ts'
import { type Sender, type StorageApp, aSender, aStorageApp, anUpload, at } from '#test/storage.ts'
import { patiently } from '#test/patiently.ts'

let database: Database
let app: StorageApp
let ada: Sender
let headers: { authorization: string }
beforeAll(async () => {
  database = await aDatabase()
  app = await aStorageApp(database)
  ada = await aSender(database, app)
  headers = { authorization: ada.authorization }
})

const B = '00987654321'
const TYPE = `multipart/related; boundary=${B}`

function multipart(bytes: string | Buffer, metadata: object = {}, end = `\r\n--${B}--`) {
  return Buffer.concat([
    Buffer.from(
      `--${B}\r\nContent-Type: application/json; charset=utf-8\r\n\r\n${JSON.stringify(metadata)}\r\n--${B}\r\n`,
    ),
    Buffer.from('Content-Type: text/plain\r\n\r\n'),
    Buffer.from(bytes),
    Buffer.from(end),
  ])
}

function send(name: string, body: string | Buffer, more: Record<string, string> = {}) {
  const said = { ...headers, 'x-goog-upload-protocol': 'multipart', 'content-type': TYPE, ...more }
  return app.get(anUpload(name), { method: 'POST', headers: said, body: Buffer.from(body) as unknown as BodyInit })
}

async function put(name: string, bytes: string | Buffer, metadata: object = {}) {
  const response = await send(ada.own(name), multipart(bytes, metadata))
  expect(response.status).toBe(200)
  return (await response.json()) as ObjectResource
}

const get = (name: string, more: Record<string, string> = {}, method = 'GET') =>
  app.get(at(ada.own(name), '?alt=media'), { method, headers: { ...headers, ...more } })

async function refusalOf(response: Response) {
  const body = (await response.json()) as { error: { code: number; message: string } }
  expect(Object.keys(body)).toEqual(['error'])
  expect(body.error.code).toBe(response.status)
  expect(body.error.message).not.toBe('')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('cache-control')).toBe('no-store')
  return response.status
}

/** The names of all files below the app's folder, including unfinished ones. */
async function storedFiles() {
  const entries = await readdir(app.folder, { recursive: true, withFileTypes: true })
  return entries.flatMap((entry) => (entry.isFile() ? entry.name : [])).toSorted()
}

describe('a multipart upload', () => {
  test.each([
    ['line breaks', '\r\n\r\n\r'],
    ['almost a boundary', `\r\n--${B}0\r\n--${B.slice(1)}--`],
    ['no bytes', ''],
  ])('is stored byte for byte: %s', async (what, bytes) => {
    const { size, md5Hash } = await put(`bytes/${what}`, bytes)
    expect([size, md5Hash]).toEqual([String(bytes.length), createHash('md5').update(bytes).digest('base64')])
    expect(await (await get(`bytes/${what}`)).text()).toBe(bytes)
  })

  test.each([
    ['cut before its end', multipart('abc', {}, '')],
    ['cut inside its end', multipart('abc', {}, `\r\n--${B}-`)],
    ['with data after its end', multipart('abc', {}, `\r\n--${B}--abc`)],
    ['with malformed metadata', Buffer.from(`--${B}\r\n\r\n{"a\r\n--${B}\r\n\r\nabc\r\n--${B}--`)],
    ['with invalid metadata', multipart('abc', { contentType: 5 })],
    ['with a line break in a header', multipart('abc', { cacheControl: 'a\r\nset-cookie: b' })],
    ['with too much metadata', multipart('abc', { metadata: { a: 'x'.repeat(8190) } })],
    ['with the wrong checksum', multipart('abc', { md5Hash: 'AAAAAAAAAAAAAAAAAAAAAA==' })],
  ])('%s is refused, and nothing is stored', async (what, body) => {
    const name = ada.own(`refused/${what}`)
    expect(await refusalOf(await send(name, body))).toBe(400)
    expect(await refusalOf(await app.get(at(name), { headers }))).toBe(404)
  })

  test('with the correct checksum is accepted', async () => {
    const md5Hash = createHash('md5').update('abc').digest('base64')
    expect(await put('checked', 'abc', { md5Hash })).toMatchObject({ md5Hash })
  })

  test('with the correct checksum in a header is accepted, also next to other checksums', async () => {
    const md5 = createHash('md5').update('abc').digest('base64')
    for (const [count, hash] of [`md5=${md5}`, `crc32c=AAAAAA==,md5=${md5}`, 'crc32c=AAAAAA=='].entries()) {
      const sent = await send(ada.own(`header ${count}`), multipart('abc'), { 'x-goog-hash': hash })
      expect([sent.status, await sent.json()]).toMatchObject([200, { md5Hash: md5 }])
    }
  })

  test.each([
    ['the wrong checksum', 'md5=AAAAAAAAAAAAAAAAAAAAAA==', {}],
    ['an empty checksum', 'md5=', {}],
    [
      'a checksum other than that of the metadata',
      'md5=AAAAAAAAAAAAAAAAAAAAAA==',
      { md5Hash: 'kAFQmDzST7DWlj99KOF/cg==' },
    ],
  ])('with %s in a header is refused, and nothing is stored', async (what, hash, metadata) => {
    const name = ada.own(`wrong header/${what}`)
    const sent = await send(name, multipart('abc', metadata), { 'x-goog-hash': hash })
    const wrong = await send(name, multipart('abc', { md5Hash: 'AAAAAAAAAAAAAAAAAAAAAA==' }))
    expect([sent.status, await sent.json()]).toEqual([400, await wrong.json()])
    expect((await app.get(at(name), { headers })).status).toBe(404)
  })

  test('that is aborted leaves nothing', async () => {
    const name = ada.own('hung up')
    const body = multipart(Buffer.alloc(200_000))
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    const lines = [
      `POST ${anUpload(name)} HTTP/1.1`,
      'host: x',
      `authorization: ${ada.authorization}`,
      `content-type: ${TYPE}`,
      `content-length: ${body.length}`,
    ]
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    const before = await storedFiles()
    socket.write(body.subarray(0, 150_000))
    await expect.poll(async () => (await storedFiles()).length, patiently).toBe(before.length + 1)
    socket.destroy()
    await expect.poll(storedFiles, patiently).toEqual(before)
    expect((await app.get(at(name), { headers })).status).toBe(404)
  })

  test('that is too large is refused, also without a content length', async () => {
    const small = await aStorageApp(await aDatabase(), { UPLOAD_MAX_MB: '1' })
    const bob = await aSender({ ...database, db: small.ctx.db }, small)
    async function* endless() {
      yield multipart('', {}, '')
      for (let piece = 0; piece < 40; piece++) yield Buffer.alloc(64 * 1024)
    }
    const response = await small.get(anUpload(bob.own('x')), {
      method: 'POST',
      headers: { 'authorization': bob.authorization, 'content-type': TYPE },
      body: Readable.toWeb(Readable.from(endless())),
      duplex: 'half',
    } as unknown as RequestInit)
    expect(await refusalOf(response)).toBe(413)
  })

  test('to one name four times concurrently stores one object and counts its bytes once', async () => {
    const bob = await aSender(database, app)
    const sent = [1000, 2000, 3000, 4000].map((size) =>
      app.get(anUpload(bob.own('same')), {
        method: 'POST',
        headers: { 'authorization': bob.authorization, 'content-type': TYPE },
        body: multipart(Buffer.alloc(size)) as unknown as BodyInit,
      }),
    )
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const found = await app.get(at(bob.own('same')), { headers: { authorization: bob.authorization } })
    const { size } = (await found.json()) as ObjectResource
    const use = await database.db.selectFrom('storageUse').selectAll().where('uid', '=', bob.uid).executeTakeFirst()
    expect(use?.bytes).toBe(Number(size))
  })
})

describe('downloading', () => {
  test.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=0-100', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=-20', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=5-2', 200, '0123456789', null],
    ['bytes=0-1,3-4', 200, '0123456789', null],
    ['lines=1-2', 200, '0123456789', null],
  ])('%s of ten bytes', async (range, status, text, contentRange) => {
    await put('ten', '0123456789')
    const response = await get('ten', { range })
    expect([response.status, await response.text()]).toEqual([status, text])
    expect(response.headers.get('content-range')).toBe(contentRange)
  })

  test.each(['bytes=0-5', 'bytes=0-', 'bytes=-5'])('%s of an empty object is an empty response', async (range) => {
    await put('none', '')
    const response = await get('none', { range })
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  test('an unchanged object is a 304', async () => {
    await put('kept', 'abc')
    const etag = (await get('kept')).headers.get('etag') ?? ''
    expect((await get('kept', { 'if-none-match': etag })).status).toBe(304)
    expect((await get('kept', { 'range': 'bytes=0-0', 'if-range': etag })).status).toBe(206)
    await app.get(at(ada.own('kept')), { method: 'PATCH', headers, body: '{"contentType":"image/gif"}' })
    expect((await get('kept', { 'if-none-match': etag })).status).toBe(200)
    expect((await get('kept', { 'range': 'bytes=0-0', 'if-range': etag })).status).toBe(200)
  })

  test('HEAD returns the length without a body', async () => {
    await put('head', 'abcdef')
    const response = await get('head', {}, 'HEAD')
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '6'])
  })

  test.each([
    ['text/html', null, 'attachment'],
    ['text/html', 'inline; filename="a.html"', 'attachment; filename="a.html"'],
    ['TEXT/HTML; charset=utf-8', 'inline', 'attachment'],
    ['application/javascript', null, 'attachment'],
    ['image/svg+xml', null, null],
    ['image/png', 'inline; filename="ü.png"', 'inline; filename="ü.png"'],
    ['text/plain; charset=utf-8', null, null],
    ['application/pdf', null, null],
    ['text/plain-no', null, 'attachment'],
  ])('%s, %s, is served sandboxed', async (contentType, contentDisposition, sent) => {
    await put('typed', '<script>alert(1)</script>', {
      contentType,
      contentDisposition,
      cacheControl: 'public, max-age=9',
    })
    const response = await get('typed')
    const disposition = response.headers.get('content-disposition')
    expect(disposition && Buffer.from(disposition, 'latin1').toString('utf8')).toBe(sent)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': contentType,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=9',
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
    })
  })

  test('text is not compressed, so that its length and ranges are correct', async () => {
    await put('long.txt', 'a'.repeat(100_000), { contentType: 'text/plain' })
    const response = await get('long.txt', { 'accept-encoding': 'gzip, br' })
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(response.headers.get('content-length')).toBe('100000')
  })
})

describe('a chunked upload', () => {
  const bytes = randomBytes(700_000)

  type Said = Record<string, string>

  async function begin(name: string, size: number | null = bytes.length, metadata: object = {}, more: Said = {}) {
    const response = await app.get(anUpload(ada.own(name)), {
      method: 'POST',
      headers: {
        ...headers,
        'x-goog-upload-protocol': 'resumable',
        'x-goog-upload-command': 'start',
        ...(size !== null && { 'x-goog-upload-header-content-length': String(size) }),
        'x-goog-upload-header-content-type': 'text/x-test',
        ...more,
      },
      body: JSON.stringify(metadata),
    })
    expect([response.status, response.headers.get('x-goog-upload-status')]).toEqual([200, 'active'])
    const url = response.headers.get('x-goog-upload-url') ?? ''
    expect(url.startsWith(`${app.url}/v0/b/bramble/o?`)).toBe(true)
    return url
  }

  // The upload token in the URL is the only credential sent.
  async function sendCommand(url: string, command: string, offset?: number, body?: Buffer, more: Said = {}) {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'x-goog-upload-command': command,
        ...(offset !== undefined && { 'x-goog-upload-offset': String(offset) }),
        ...more,
      },
      ...(body && { body: body as unknown as BodyInit }),
    })
    const { status, headers: said } = response
    const object = (await response.json()) as ObjectResource
    return {
      status,
      object,
      state: said.get('x-goog-upload-status'),
      received: said.get('x-goog-upload-size-received'),
    }
  }

  test('is visible once it is complete', async () => {
    const url = await begin('pieces')
    expect(await sendCommand(url, 'query')).toMatchObject({ status: 200, state: 'active', received: '0' })
    const first = await sendCommand(url, 'upload', 0, bytes.subarray(0, 300_000))
    expect(first).toMatchObject({ status: 200, state: 'active', received: '300000' })
    expect((await get('pieces')).status).toBe(404)
    // After a lost response, a query returns the offset to resume from.
    expect(await sendCommand(url, 'query')).toMatchObject({ state: 'active', received: '300000' })
    const last = await sendCommand(url, 'upload, finalize', 300_000, bytes.subarray(300_000))
    expect(last).toMatchObject({ status: 200, state: 'final' })
    expect(last.object).toMatchObject({ size: '700000', contentType: 'text/x-test' })
    expect(Buffer.from(await (await get('pieces')).arrayBuffer()).equals(bytes)).toBe(true)
    expect(await sendCommand(url, 'query')).toMatchObject({ state: 'final', received: '700000' })
    expect((await sendCommand(url, 'finalize')).object.generation).toBe(last.object.generation)
  })

  test('ends with the session that started it: after sign-out or revocation every command is refused', async () => {
    const uploader = await aPerson(database.db)
    const { session, bearer } = await aSession(database.db, uploader, app.ctx)
    const other = await aSession(database.db, uploader, app.ctx)
    const name = `users/${uploader.uid}/ended`
    const start = await app.get(anUpload(name), {
      method: 'POST',
      headers: { 'authorization': bearer, 'x-goog-upload-protocol': 'resumable', 'x-goog-upload-command': 'start' },
      body: '{}',
    })
    const url = start.headers.get('x-goog-upload-url') ?? ''
    expect((await sendCommand(url, 'upload', 0, bytes.subarray(0, 300_000))).status).toBe(200)
    await inTransaction(app.ctx, (tx) => endSession(tx, uploader.uid, session.id))
    expect((await sendCommand(url, 'upload', 300_000, bytes.subarray(300_000))).status).toBe(401)
    for (const command of ['finalize', 'query', 'cancel']) expect((await sendCommand(url, command)).status).toBe(401)
    // Another session of the same person finds nothing.
    const found = await app.get(at(name), { headers: { authorization: other.bearer } })
    expect(found.status).toBe(404)
  })

  test('can be finalized without a last chunk, or be empty', async () => {
    const url = await begin('nothing left')
    await sendCommand(url, 'upload', 0, bytes)
    expect(await sendCommand(url, 'finalize')).toMatchObject({
      status: 200,
      state: 'final',
      object: { size: '700000' },
    })
    expect(await sendCommand(await begin('nothing', 0), 'finalize')).toMatchObject({
      status: 200,
      object: { size: '0' },
    })
    expect(await sendCommand(await begin('unsaid', null), 'upload, finalize', 0, bytes)).toMatchObject({ status: 200 })
  })

  test.each([1, 299_999, 300_001, 700_000])('refuses a chunk at the wrong offset %i', async (offset) => {
    const url = await begin(`wrong ${offset}`)
    await sendCommand(url, 'upload', 0, bytes.subarray(0, 300_000))
    expect((await sendCommand(url, 'upload', offset, bytes.subarray(300_000))).status).toBe(400)
    expect(await sendCommand(url, 'query')).toMatchObject({ state: 'active', received: '300000' })
  })

  test('accepts one of several concurrent copies of a chunk', async () => {
    const url = await begin('twice')
    const sent = await Promise.all([1, 2, 3].map(() => sendCommand(url, 'upload', 0, bytes.subarray(0, 300_000))))
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    expect(await sendCommand(url, 'query')).toMatchObject({ received: '300000' })
  })

  test('finalized several times concurrently is one object', async () => {
    const url = await begin('finished twice')
    await sendCommand(url, 'upload', 0, bytes)
    const ends = await Promise.all([1, 2, 3].map(() => sendCommand(url, 'finalize')))
    expect(ends.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(ends.map(({ object }) => object.generation)).size).toBe(1)
  })

  test('with more or less data than announced is refused', async () => {
    const url = await begin('more', 1000)
    expect((await sendCommand(url, 'upload', 0, bytes)).status).toBe(413)
    await sendCommand(url, 'upload', 0, bytes.subarray(0, 500))
    expect((await sendCommand(url, 'finalize')).status).toBe(400)
    expect((await get('more')).status).toBe(404)
  })

  test('with the wrong checksum is refused', async () => {
    const url = await begin('checksum', bytes.length, { md5Hash: 'AAAAAAAAAAAAAAAAAAAAAA==' })
    expect((await sendCommand(url, 'upload, finalize', 0, bytes)).status).toBe(400)
    expect((await get('checksum')).status).toBe(404)
  })

  test('with a wrong checksum in a header, at the start or at the end, is refused', async () => {
    const hash = (md5: string) => ({ 'x-goog-hash': `md5=${md5}` })
    const wrong = hash('AAAAAAAAAAAAAAAAAAAAAA==')
    const right = hash(createHash('md5').update(bytes).digest('base64'))
    const early = await begin('early', bytes.length, {}, wrong)
    expect((await sendCommand(early, 'upload, finalize', 0, bytes)).status).toBe(400)
    const late = await begin('late')
    expect((await sendCommand(late, 'upload, finalize', 0, bytes, wrong)).status).toBe(400)
    for (const name of ['early', 'late']) expect((await get(name)).status).toBe(404)
    const both = await begin('both', bytes.length, {}, right)
    expect((await sendCommand(both, 'upload, finalize', 0, bytes, right)).status).toBe(200)
  })

  test('that is cancelled is deleted', async () => {
    const url = await begin('given up')
    expect(await sendCommand(url, 'cancel')).toMatchObject({ status: 200, state: 'cancelled' })
    expect((await sendCommand(url, 'query')).status).toBe(404)
  })

  test('of a person disabled in the meantime cannot be completed', async () => {
    const bob = await aSender(database, app)
    const start = await app.get(anUpload(bob.own('x')), {
      method: 'POST',
      headers: {
        'authorization': bob.authorization,
        'x-goog-upload-protocol': 'resumable',
        'x-goog-upload-command': 'start',
      },
    })
    const url = start.headers.get('x-goog-upload-url') ?? ''
    await database.db.updateTable('person').set({ disabledAt: new Date() }).where('id', '=', bob.id).execute()
    expect((await sendCommand(url, 'upload, finalize', 0, bytes)).status).toBe(401)
  })

  test('is stored without its token', async () => {
    const token = new URL(await begin('secret')).searchParams.get('upload_id') ?? ''
    const rows = await database.pool.query<{ row: string }>('select one::text as row from upload one')
    expect(rows.rows.filter(({ row }) => row.includes(token))).toEqual([])
    expect((await app.get('/v0/b/bramble/o?upload_id=wrong', { method: 'POST' })).status).toBe(404)
  })
})

describe('refusals', () => {
  test.each([
    ['another bucket', 404, () => app.get('/v0/b/other/o/x', { headers })],
    ['a name that is too long', 400, () => send(ada.own('x'.repeat(1025)), multipart(''))],
    ['a line break in a name', 400, () => send(ada.own('a\nb'), multipart(''))],
    ['no name', 400, () => app.get('/v0/b/bramble/o', { method: 'POST', headers })],
    ['no boundary', 400, () => send(ada.own('x'), 'abc', { 'content-type': 'multipart/related' })],
    ['a bad token', 401, () => app.get(at(ada.own('x')), { headers: { authorization: 'Firebase bad' } })],
    ['an invalid page token', 400, () => app.get(`/v0/b/bramble/o?prefix=${ada.own('')}&pageToken=x`, { headers })],
    ['a page size of zero', 400, () => app.get(`/v0/b/bramble/o?prefix=${ada.own('')}&maxResults=0`, { headers })],
    ['the whole bucket', 403, () => app.get('/v0/b/bramble/o', { headers })],
    ['another folder with the same prefix', 403, () => app.get(`/v0/b/bramble/o?prefix=users/${ada.uid}`, { headers })],
    ['path traversal', 403, () => app.get(at('users/../x'), { headers })],
    ['an update that is not JSON', 400, () => app.get(at(ada.own('x')), { method: 'PATCH', headers, body: '{' })],
  ])('%s', async (_what, status, act) => {
    expect(await refusalOf(await act())).toBe(status)
  })

  test('pages of other origins can send the headers of the client', async () => {
    const response = await app.get(at('x'), { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH')
    expect(response.headers.get('access-control-allow-headers')).toContain('x-goog-upload-offset')
    expect(response.headers.get('access-control-expose-headers')).toContain('x-goog-upload-url')
  })
})

test('storage is also served below the base path', async () => {
  const below = await aStorageApp(database, { BASE_URL: '/stories/' })
  for (const base of ['', '/stories']) {
    const sent = await below.get(base + anUpload(ada.own('below')), { method: 'POST', headers, body: 'abc' })
    expect(sent.status).toBe(401)
    const bob = await aSender(database, below)
    const own = await below.get(base + anUpload(bob.own('a/b')), {
      method: 'POST',
      headers: { authorization: bob.authorization },
      body: 'abc',
    })
    expect(await own.json()).toMatchObject({ name: bob.own('a/b'), size: '3' })
  }
})
