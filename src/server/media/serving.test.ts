import sharp from 'sharp'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aPerson } from '#test/people.ts'
import { aGif, aPhotoFile, aPicture, anObject } from '#test/pictures.ts'
import type { Media } from '#contract/media.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Database } from '#server/platform/db.ts'
import { replaceMedia, ingestUpload } from './ingest.ts'
import { mediaById } from './queries.ts'
import { deleteMedia } from './delete-media.ts'
import { ensureVariant } from './variants.ts'
import { createPictureWorker } from './picture-worker.ts'

let database: Database
let app: TestApp
let ada: TestPerson
let ctx: Ctx<Viewer>
beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
  ada = await aPerson(database.db)
  ctx = { ...app.ctx, viewer: ada }
})

async function taken(bytes: Buffer, name = 'Gate.jpg'): Promise<Media> {
  return ingestUpload(ctx, { object: await anObject(ctx, ada, bytes), name, alt: '' })
}

async function aPhoto(width = 700, height = 400) {
  const media = await taken(await aPhotoFile(width, height))
  return { media, folder: media.address.replace(/file$/, '') }
}

function variantsOf(id: string) {
  return database.db.selectFrom('mediaVariant').selectAll().where('mediaId', '=', id).execute()
}

describe('a picture', () => {
  test('is served in every width and format, immutable and sandboxed', async () => {
    const { media, folder } = await aPhoto()
    expect(media.picture?.widths).toEqual([320, 700])
    for (const [format, type] of [
      ['avif', 'heif'],
      ['webp', 'webp'],
      ['jpg', 'jpeg'],
    ]) {
      const response = await app.get(`${folder}320.${format}`)
      expect(response.status).toBe(200)
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 320, height: 183, format: type })
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': `image/${format === 'jpg' ? 'jpeg' : format}`,
        'content-length': String(bytes.length),
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        'content-disposition': 'inline',
        'accept-ranges': 'bytes',
      })
    }
  })

  test('is not sent again to clients that have it', async () => {
    const { folder } = await aPhoto()
    const first = await app.get(`${folder}320.jpg`)
    const etag = first.headers.get('etag') ?? ''
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await app.get(`${folder}320.jpg`, { headers: { 'if-none-match': known } })
      expect([again.status, await again.text()], known).toEqual([304, ''])
      expect(again.headers.get('cache-control')).toContain('immutable')
    }
    expect((await app.get(`${folder}320.jpg`, { headers: { 'if-none-match': '"x"' } })).status).toBe(200)
  })

  test('supports byte ranges', async () => {
    const { folder } = await aPhoto()
    const whole = Buffer.from(await (await app.get(`${folder}320.jpg`)).arrayBuffer())
    const size = whole.length
    const part = async (range: string, more = {}) => {
      const response = await app.get(`${folder}320.jpg`, { headers: { range, ...more } })
      return {
        response,
        bytes: Buffer.from(await response.arrayBuffer()),
        range: response.headers.get('content-range'),
      }
    }
    for (const [asked, start, end] of [
      ['bytes=0-9', 0, 9],
      ['bytes=10-', 10, size - 1],
      ['bytes=-5', size - 5, size - 1],
      [`bytes=0-${size * 2}`, 0, size - 1],
    ] as const) {
      const { response, bytes, range } = await part(asked)
      expect([response.status, range]).toEqual([206, `bytes ${start}-${end}/${size}`])
      expect(bytes.equals(whole.subarray(start, end + 1)), asked).toBe(true)
    }
    expect((await part(`bytes=${size}-`)).response.status).toBe(416)
    expect((await part('bytes=9-3')).response.status).toBe(200)
    expect((await part('bytes=0-1,5-6')).response.status).toBe(200)
    expect((await part('bytes=0-9', { 'if-range': '"another"' })).response.status).toBe(200)
  })

  test('supports HEAD', async () => {
    const { folder } = await aPhoto()
    const head = await app.get(`${folder}320.jpg`, { method: 'HEAD' })
    const whole = await (await app.get(`${folder}320.jpg`)).arrayBuffer()
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.byteLength)])
  })

  test('exists in no other width, format or place', async () => {
    const { media, folder } = await aPhoto()
    const moving = (await taken(await aGif(3))).address.replace(/file$/, '')
    for (const path of [
      `${folder}321.jpg`,
      `${folder}2560.jpg`,
      `${folder}0320.jpg`,
      `${folder}320.png`,
      `${folder}320.jpg.php`,
      `${folder}..%2Ffile`,
      `/media/${'A'.repeat(20)}-${'B'.repeat(8)}/320.jpg`,
      `/media/${media.id}/320.jpg`,
      `${moving}40.avif`,
    ]) {
      expect((await app.get(path)).status, path).toBe(404)
    }
  })

  test('is created once for concurrent requests', async () => {
    const { media, folder } = await aPhoto()
    const answers = await Promise.all(Array.from({ length: 20 }, () => app.get(`${folder}700.avif`)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await variantsOf(media.id)).toHaveLength(1)
  })

  test('is created once by two processes', async () => {
    const { media } = await aPhoto()
    const row = await mediaById(database.db, media.id)
    if (!row) throw new Error('not kept')
    vi.resetModules()
    const another = await import('./variants.ts')
    expect(another.ensureVariant).not.toBe(ensureVariant)
    let written = 0
    const put: Ctx['blobs']['put'] = (key, bytes) => {
      written += 1
      return ctx.blobs.put(key, bytes)
    }
    const counted = { ...ctx, blobs: { ...ctx.blobs, put } }
    const wanted = { width: 700, format: 'webp' as const }
    const asked = Array.from({ length: 20 }, (_, n) =>
      (n % 2 ? ensureVariant : another.ensureVariant)(counted, row, wanted),
    )
    expect(new Set((await Promise.all(asked)).map(({ blob }) => blob)).size).toBe(1)
    expect([written, (await variantsOf(media.id)).length]).toEqual([1, 1])
  })

  test('that is animated is animated in every width, and still as JPEG', async () => {
    const media = await taken(await aGif(3, { width: 900, height: 60 }), 'a.gif')
    expect(media.picture?.widths).toEqual([320, 640])
    const folder = media.address.replace(/file$/, '')
    const moving = Buffer.from(await (await app.get(`${folder}320.webp`)).arrayBuffer())
    expect(await sharp(moving).metadata()).toMatchObject({ pages: 3, width: 320 })
    const still = Buffer.from(await (await app.get(`${folder}320.jpg`)).arrayBuffer())
    expect(await sharp(still).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 21 })
  })

  test('that was replaced has a new URL; the old one redirects', async () => {
    const { media, folder } = await aPhoto()
    await app.get(`${folder}320.jpg`)
    const object = await anObject(ctx, ada, await aPicture(350, 350).png().toBuffer())
    const after = await replaceMedia(ctx, media.id, { object })
    expect(after.address).not.toBe(media.address)
    expect(await variantsOf(media.id)).toEqual([])
    const next = after.address.replace(/file$/, '')
    const old = await app.get(`${folder}350.jpg`)
    expect([old.status, old.headers.get('location'), old.headers.get('cache-control')]).toEqual([
      302,
      `${next}350.jpg`,
      'no-store',
    ])
    const bytes = Buffer.from(await (await app.get(`${next}350.jpg`)).arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 350, height: 350 })
  })

  test('that was deleted is not found, and its blobs are left to the cleanup job', async () => {
    const { media, folder } = await aPhoto()
    await app.get(`${folder}320.jpg`)
    const [variant] = await variantsOf(media.id)
    await deleteMedia(ctx, media.id, false)
    expect((await app.get(`${folder}320.jpg`)).status).toBe(404)
    const loose = await database.db
      .selectFrom('looseBlob')
      .select('blob')
      .where('blob', '=', variant?.blob ?? '')
      .execute()
    expect(loose).toHaveLength(1)
  })
})

describe('a file', () => {
  test('is always a download, with an extension of its type', async () => {
    const media = await taken(Buffer.from('%PDF-1.7 and so on'), 'Überblick "1".exe')
    const response = await app.get(media.address)
    expect(await response.text()).toBe('%PDF-1.7 and so on')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="_berblick _1_.exe.pdf"; filename*=UTF-8''%C3%9Cberblick%20_1_.exe.pdf`,
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
    })
    expect((await app.get(media.address.replace(/file$/, '320.jpg'))).status).toBe(404)
  })

  test('of text is sent uncompressed', async () => {
    const words = 'Words and words. '.repeat(500)
    const media = await taken(Buffer.from(words), 'Notes.txt')
    const response = await app.get(media.address, { headers: { 'range': 'bytes=0-4', 'accept-encoding': 'br, gzip' } })
    expect([response.status, response.headers.get('content-encoding'), await response.text()]).toEqual([
      206,
      null,
      'Words',
    ])
  })
})

describe('the picture worker', () => {
  test('creates every variant of a new picture', async () => {
    const { media } = await aPhoto(400, 300)
    const pictureWorker = createPictureWorker(ctx)
    pictureWorker.enqueue(media.id)
    await expect.poll(async () => (await mediaById(database.db, media.id))?.state, { timeout: 20_000 }).toBe('ready')
    const made = (await variantsOf(media.id)).map(({ width, format }) => `${width}.${format}`)
    expect(made.toSorted()).toEqual(['320.avif', '320.jpg', '320.webp', '400.avif', '400.jpg', '400.webp'])
    await pictureWorker.close()
  })

  test('resumes pictures that a crashed process left, and only those', async () => {
    const left = await aPhoto(300, 300)
    const fresh = await aPhoto(300, 300)
    const hourAgo = new Date(Date.now() - 3_600_000)
    await database.db.updateTable('media').set({ updatedAt: hourAgo }).where('id', '=', left.media.id).execute()
    const workers = [createPictureWorker(ctx), createPictureWorker(ctx)]
    const found = await Promise.all(workers.map(({ resumeAbandoned }) => resumeAbandoned()))
    expect(found.toSorted()).toEqual([0, 1])
    expect((await mediaById(database.db, left.media.id))?.state).toBe('ready')
    expect((await mediaById(database.db, fresh.media.id))?.state).toBe('processing')
    expect(await variantsOf(left.media.id)).toHaveLength(3)
    await Promise.all(workers.map((worker) => worker.close()))
  })

  test('marks a picture that cannot be decoded as failed', async () => {
    const { media } = await aPhoto(300, 300)
    const file = await taken(Buffer.from('words'), 'Words')
    const blob = (await mediaById(database.db, file.id))?.blob ?? ''
    const hourAgo = new Date(Date.now() - 3_600_000)
    await database.db.updateTable('media').set({ blob, updatedAt: hourAgo }).where('id', '=', media.id).execute()
    const pictureWorker = createPictureWorker(ctx)
    await pictureWorker.resumeAbandoned()
    expect((await mediaById(database.db, media.id))?.state).toBe('failed')
    await pictureWorker.close()
  })
})
