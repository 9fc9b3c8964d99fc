import sharp from 'sharp'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aCtx, aPerson } from '#test/people.ts'
import { aGif, aGifHeader, aPicture, aPng, anObject } from '#test/pictures.ts'
import { usedBy } from '#test/storage.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { getOwnObject } from '#server/storage/objects.ts'
import { deleteMedia } from './delete-media.ts'
import { ingestUpload, replaceMedia } from './ingest.ts'
import { mediaById } from './queries.ts'

let ctx: Ctx<Viewer>
let ada: TestPerson
beforeAll(async () => {
  const { db } = await aDatabase()
  ada = await aPerson(db)
  ctx = { ...aCtx(db), viewer: ada }
})

async function taken(bytes: Buffer, name = 'something') {
  const object = await anObject(ctx, ada, bytes)
  const media = await ingestUpload(ctx, { object, name, alt: 'What is on it' })
  const row = await mediaById(ctx.db, media.id)
  if (!row) throw new Error('not kept')
  const kept = await buffer(await ctx.blobs.read(row.blob))
  return { object, media, row, kept }
}

describe('accepted uploads', () => {
  test('a JPEG is turned upright and loses its metadata', async () => {
    const given = await aPicture(600, 400)
      .jpeg()
      .withExif({
        IFD0: { Artist: 'Ada Secret', Orientation: '6' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await sharp(given).metadata()).exif?.toString('latin1')).toContain('Ada Secret')
    const { media, kept, object } = await taken(given, 'Holiday.jpg')
    expect(media).toMatchObject({ kind: 'picture', state: 'processing', name: 'Holiday.jpg', type: 'image/jpeg' })
    expect(media.picture).toMatchObject({ width: 400, height: 600, alt: 'What is on it', widths: [320, 400] })
    expect(media.picture?.placeholder).toMatch(/^data:image\/webp;base64,[\w+/=]{20,600}$/)
    const { exif, icc, xmp, iptc, orientation, space } = await sharp(kept).metadata()
    expect({ exif, icc, xmp, iptc, orientation, space }).toEqual({ space: 'srgb' })
    expect(kept.includes('Ada Secret')).toBe(false)
    await expect(getOwnObject(ctx, ada.uid, object)).rejects.toMatchObject({ code: 'object-not-found' })
  })

  test.each(['png', 'webp', 'avif', 'gif'] as const)('a still %s', async (format) => {
    const { row, kept } = await taken(await aPicture(500, 300).toFormat(format, { effort: 1 }).toBuffer())
    expect(row).toMatchObject({ kind: 'picture', width: 500, height: 300, animated: false })
    const { width, height } = await sharp(kept).metadata()
    expect([width, height, kept.length]).toEqual([500, 300, row.size])
  })

  test('a transparent picture has no placeholder', async () => {
    const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } })
      .png()
      .toBuffer()
    expect((await taken(clear)).row.placeholder).toBe(null)
  })

  test('an animated GIF stays animated', async () => {
    const { media, row, kept } = await taken(await aGif(3))
    expect(row).toMatchObject({ type: 'image/webp', animated: true, width: 40, height: 30 })
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'webp', pages: 3, width: 40, height: 30 })
    expect(media.picture?.src).toMatch(/\/40\.webp$/)
  })

  test('a picture of one pixel', async () => {
    const { media } = await taken(await aPicture(1, 1).png().toBuffer())
    expect(media.picture).toMatchObject({ width: 1, height: 1, widths: [1] })
  })

  test('a very wide picture is scaled down', async () => {
    const wide = await sharp({ create: { width: 6000, height: 600, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer()
    expect((await taken(wide)).row).toMatchObject({ width: 4096, height: 410 })
  })

  test.each([
    ['PDF', '%PDF-1.7\n%âãÏÓ', 'application/pdf'],
    ['ZIP', 'PK\u0003\u0004\u0014\u0000', 'application/zip'],
    ['MP4', '\u0000\u0000\u0000\u0018ftypisom\u0000\u0000\u0002\u0000isomiso2', 'video/mp4'],
    ['MP3', 'ID3\u0004\u0000', 'audio/mpeg'],
    ['text', 'Plain words, 1 < 2.\n', 'text/plain'],
  ])('a %s is stored as a file', async (_what, content, type) => {
    const bytes = Buffer.from(content, 'latin1')
    const { media, kept } = await taken(bytes)
    expect(media).toMatchObject({ kind: 'file', state: 'ready', type, picture: null, size: bytes.length })
    expect(kept.equals(bytes)).toBe(true)
  })
})

describe('the same file twice', () => {
  test('is stored and counted once, for each library', async () => {
    const bytes = await aPicture(321, 123).jpeg().toBuffer()
    const first = await taken(bytes, 'one.jpg')
    const used = await usedBy(ctx.db, ada.uid)
    const again = await taken(bytes, 'two.jpg')
    expect(again.media).toMatchObject({ id: first.media.id, name: 'one.jpg', address: first.media.address })
    expect(await usedBy(ctx.db, ada.uid)).toEqual(used)
    await expect(getOwnObject(ctx, ada.uid, again.object)).rejects.toMatchObject({ code: 'object-not-found' })

    const bob = await aPerson(ctx.db)
    const object = await anObject(ctx, bob, bytes)
    const his = await ingestUpload({ ...ctx, viewer: bob }, { object, name: 'his.jpg', alt: '' })
    expect(his.id).not.toBe(first.media.id)
  })

  test('uploaded at the same time is stored once', async () => {
    const bytes = await aPicture(222, 111).png().toBuffer()
    const both = await Promise.all([taken(bytes, 'a.png'), taken(bytes, 'b.png')])
    expect(new Set(both.map(({ media }) => media.id)).size).toBe(1)
  })

  test('can be stored again after it was deleted', async () => {
    const bytes = Buffer.from('Only once.\n')
    const { media } = await taken(bytes)
    await deleteMedia(ctx, media.id, false)
    expect((await taken(bytes)).media.id).not.toBe(media.id)
  })

  test('is refused under a picture’s name, as the first time', async () => {
    const bytes = Buffer.from('Words, no picture.\n')
    await taken(bytes, 'words.txt')
    await expect(taken(bytes, 'words.png')).rejects.toMatchObject({ code: 'broken-file' })
  })

  test('a file that was replaced is found by its new content', async () => {
    const [before, after] = [Buffer.from('Before.\n'), Buffer.from('After.\n')]
    const { media } = await taken(before)
    await replaceMedia(ctx, media.id, { object: await anObject(ctx, ada, after) })
    expect((await taken(after)).media.id).toBe(media.id)
    expect((await taken(before)).media.id).not.toBe(media.id)
    // Replacing one entry by the content of another leaves both.
    const other = await taken(Buffer.from('Other.\n'))
    await replaceMedia(ctx, other.media.id, { object: await anObject(ctx, ada, after) })
    expect((await taken(after)).media.id).toBe(media.id)
  })

  test('a picture that could not be processed is tried again', async () => {
    const bytes = await aPicture(77, 55).png().toBuffer()
    const { media } = await taken(bytes)
    await ctx.db.updateTable('media').set({ state: 'failed' }).where('id', '=', media.id).execute()
    expect((await taken(bytes)).media).toMatchObject({ id: media.id, state: 'processing' })
  })
})

const script = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

describe('refused uploads', () => {
  test.each<[string, string, () => Buffer | Promise<Buffer>, string]>([
    ['a JPEG cut in half', 'a.jpg', async () => half(await aPicture().jpeg().toBuffer()), 'broken-file'],
    [
      'a JPEG with its last bytes missing',
      'a.jpg',
      async () => (await aPicture().jpeg().toBuffer()).subarray(0, -900),
      'broken-file',
    ],
    ['a PNG cut in half', 'a.png', async () => half(await aPicture().png().toBuffer()), 'broken-file'],
    ['a WebP cut in half', 'a.webp', async () => half(await aPicture().webp().toBuffer()), 'broken-file'],
    ['an AVIF cut in half', 'a.avif', async () => half(await aPicture().avif({ effort: 0 }).toBuffer()), 'broken-file'],
    ['only the signature of a PNG', 'a.png', () => Buffer.from('89504e470d0a1a0a', 'hex'), 'broken-file'],
    ['a GIF that would need gigabytes of memory', 'a.gif', () => aGifHeader(65535, 65535), 'picture-too-large'],
    [
      'a PNG that claims a huge size',
      'a.png',
      () => aPng(2 ** 31 - 1, 2 ** 31 - 1, Buffer.alloc(99)),
      'picture-too-large',
    ],
    [
      'a small PNG that decompresses to gigabytes',
      'a.png',
      () => aPng(20000, 20000, Buffer.alloc(2501 * 20000)),
      'picture-too-large',
    ],
    ['a GIF with too many frames', 'a.gif', () => aGif(301, { width: 2, height: 2 }), 'picture-too-large'],
    [
      'an HTML page named as a picture',
      'a.png',
      () => Buffer.from('<!doctype html><script>alert(1)</script>'),
      'unsupported-file',
    ],
    ['an SVG with a script', 'a.svg', () => Buffer.from(script), 'unsupported-file'],
    ['an SVG named as a JPEG', 'a.jpg', () => Buffer.from(script), 'unsupported-file'],
    [
      'an SVG after an XML declaration',
      'a.txt',
      () => Buffer.from(`<?xml version="1.0"?>\n${script}`),
      'unsupported-file',
    ],
    ['an executable', 'a.txt', () => Buffer.from('4d5a90000300000004000000ffff0000', 'hex'), 'unsupported-file'],
    ['an archive named as a picture', 'a.png', () => Buffer.from('PK\u0003\u0004\u0014\u0000'), 'broken-file'],
    ['an empty file', 'a.png', () => Buffer.alloc(0), 'broken-file'],
    [
      'a HEIC picture',
      'a.heic',
      () => Buffer.from('\u0000\u0000\u0000\u0018ftypheic\u0000\u0000\u0000\u0000mif1heic', 'latin1'),
      'unsupported-file',
    ],
  ])('%s', async (_what, name, make, code) => {
    const bytes = await make()
    const before = process.memoryUsage.rss()
    await expect(taken(bytes, name)).rejects.toMatchObject({ code })
    expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000)
  })

  test('data appended to a picture is removed', async () => {
    const hidden = '<?php system($_GET[0]); ?><script>alert(1)</script>PK\u0003\u0004'
    for (const format of ['jpeg', 'png', 'webp', 'gif'] as const) {
      const given = Buffer.concat([await aPicture(60, 40).toFormat(format).toBuffer(), Buffer.from(hidden)])
      const { kept } = await taken(given, 'a.jpg')
      expect(kept.includes('<?php') || kept.includes('<script>'), format).toBe(false)
    }
  })

  test('another person’s upload', async () => {
    const object = await anObject(ctx, await aPerson(ctx.db), Buffer.from('words'))
    await expect(ingestUpload(ctx, { object, name: 'a', alt: '' })).rejects.toMatchObject({ code: 'object-not-found' })
  })

  test('more than the person’s quota, including uploads that are not in the library', async () => {
    const small = { ...ctx, viewer: await aPerson(ctx.db), storage: { ...ctx.storage, personBytes: 10 } }
    const take = async (text: string) =>
      ingestUpload(small, { object: await anObject(ctx, small.viewer, Buffer.from(text)), name: 'a', alt: '' })
    await take('seven..')
    await expect(take('seven!!')).rejects.toMatchObject({ code: 'quota-exceeded' })
    expect(await usedBy(ctx.db, small.viewer.uid)).toBe(14)
  })

  test('more than the site’s quota', async () => {
    const siteBytes = (await usedBy(ctx.db, '__site')) + 10
    const full = { ...ctx, viewer: await aPerson(ctx.db), storage: { ...ctx.storage, siteBytes } }
    const object = await anObject(full, full.viewer, Buffer.from('seven..'))
    expect(await ingestUpload(full, { object, name: 'a', alt: '' })).toMatchObject({ size: 7 })
    const another = await anObject(ctx, full.viewer, Buffer.from('seven!!'))
    await expect(ingestUpload(full, { object: another, name: 'a', alt: '' })).rejects.toMatchObject({
      code: 'quota-exceeded',
    })
  })
})

function half(bytes: Buffer) {
  return bytes.subarray(0, bytes.length / 2)
}
