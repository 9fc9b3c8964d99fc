import sharp from 'sharp'
import { crc32, deflateSync } from 'node:zlib'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { writeBlob } from '#server/storage/blobs.ts'
import { saveObject } from '#server/storage/objects.ts'

/** Stores an uploaded object of this person. Returns its name. */
export async function anObject(ctx: Ctx, { uid }: Pick<Viewer, 'uid'>, bytes: Buffer): Promise<string> {
  const place = { bucket: ctx.storage.bucket, name: `uploads/${newId()}` }
  const written = await writeBlob(ctx, bytes)
  await inTransaction(ctx, (tx) => saveObject(tx, place, { uid, written, said: {} }))
  return place.name
}

/** A picture with content that does not compress to nothing. */
export function aPicture(width = 700, height = 400) {
  const raw = Buffer.alloc(width * height * 3)
  for (let at = 0; at < raw.length; at++) raw[at] = (at * 7 + (at >> 8) * 13) % 256
  return sharp(raw, { raw: { width, height, channels: 3 } })
}

let photos = 0

/** A JPEG whose bytes are like no other's: a library stores the same file once. */
export function aPhotoFile(width = 700, height = 400) {
  photos += 1
  return aPicture(width, height)
    .withExif({ IFD0: { ImageDescription: `Photo ${photos}` } })
    .jpeg()
    .toBuffer()
}

/** An animated GIF. */
export async function aGif(frames: number, { width = 40, height = 30 } = {}) {
  const raw = Buffer.alloc(width * height * frames * 3)
  for (let at = 0; at < raw.length; at++) raw[at] = Math.floor(at / (width * height * 3)) * 40 + (at % 50)
  const input = { raw: { width, height: height * frames, channels: 3 as const, pageHeight: height } }
  return sharp(raw, input).gif().toBuffer()
}

/** A PNG whose header claims this size. */
export function aPng(width: number, height: number, pixels: Buffer) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(1, 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([signature, ...parts])
}

function chunk(type: string, data: Buffer) {
  const framed = Buffer.alloc(data.length + 12)
  framed.writeUInt32BE(data.length, 0)
  framed.write(type, 4, 'latin1')
  data.copy(framed, 8)
  framed.writeUInt32BE(crc32(framed.subarray(4, data.length + 8)), data.length + 8)
  return framed
}

/** A GIF whose header claims this size. */
export function aGifHeader(width: number, height: number) {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width, 0)
  size.writeUInt16LE(height, 2)
  const palette = Buffer.from('800000000000ffffff', 'hex')
  const frame = Buffer.concat([Buffer.from('2c00000000', 'hex'), size, Buffer.from('0002024401003b', 'hex')])
  return Buffer.concat([Buffer.from('GIF89a'), size, palette, frame])
}
