import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import type { BlobConfig, Blobs } from './blobs.ts'
import { openBlobs } from './open.ts'

const { TEST_S3_ENDPOINT: endpoint, TEST_S3_BUCKET: bucket = 'bramble-test' } = process.env
const credentials = {
  accessKeyId: process.env['TEST_S3_ACCESS_KEY_ID'] ?? '',
  secretAccessKey: process.env['TEST_S3_SECRET_ACCESS_KEY'] ?? '',
}
if (!endpoint) console.log('skipped: no S3-compatible store is tried, because TEST_S3_ENDPOINT names none')

const folder = await mkdtemp(join(tmpdir(), 'bramble-blobs-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const s3: BlobConfig = {
  kind: 's3',
  endpoint: endpoint ?? '',
  bucket,
  region: 'us-east-1',
  credentials,
  pathStyle: true,
}
const backends: [string, BlobConfig][] = [['a folder', { kind: 'folder', folder }]]
if (endpoint) backends.push(['an S3-compatible store', s3])

beforeAll(async () => {
  if (!endpoint) return
  const client = new S3Client({ endpoint, region: 'us-east-1', credentials, forcePathStyle: true })
  const there = await client.send(new HeadBucketCommand({ Bucket: bucket })).catch(() => null)
  if (!there) await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
})

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex')

function inPieces(bytes: Buffer, size: number) {
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size))
  return Readable.from(pieces)
}

describe.each(backends)('%s', (_name, config) => {
  let blobs: Blobs
  beforeAll(() => {
    blobs = openBlobs(config)
  })
  afterAll(() => blobs.close())

  // Around the size of one part of a multipart upload, and more than two parts.
  test.each([0, 1, 65_537, 8 * 1024 * 1024, 8 * 1024 * 1024 + 1, 17 * 1024 * 1024 + 3])(
    'returns %i bytes unchanged',
    async (size) => {
      const bytes = randomBytes(size)
      const key = newId()
      await blobs.put(key, inPieces(bytes, 100_003))
      const back = await buffer(await blobs.read(key))
      expect([back.length, md5(back)]).toEqual([size, md5(bytes)])
    },
  )

  test('returns a range, both ends included', async () => {
    const key = newId()
    await blobs.put(key, Readable.from([Buffer.from('0123456789')]))
    const part = async (start: number, end: number) => String(await buffer(await blobs.read(key, { start, end })))
    expect(await Promise.all([part(0, 0), part(2, 5), part(9, 9), part(0, 9)])).toEqual([
      '0',
      '2345',
      '9',
      '0123456789',
    ])
  })

  test.each([100, 20 * 1024 * 1024])('a source that fails after %i bytes leaves nothing', async (size) => {
    const key = newId()
    async function* broken() {
      yield* inPieces(randomBytes(size), 64 * 1024)
      throw new Error('broken off')
    }
    await expect(blobs.put(key, Readable.from(broken()))).rejects.toThrow('broken off')
    await expect(blobs.read(key)).rejects.toThrow(/ENOENT|not exist|NoSuchKey/)
  })

  test('finds a blob with its size, and says when there is none', async () => {
    const key = newId()
    expect(await blobs.find(key)).toBeNull()
    await blobs.put(key, Readable.from([Buffer.from('0123456789')]))
    const found = await blobs.find(key)
    expect(found?.size).toBe(10)
    expect(found && String(await buffer(found.bytes))).toBe('0123456789')
  })

  test('removing is idempotent', async () => {
    const key = newId()
    await blobs.put(key, Readable.from([Buffer.from('x')]))
    await blobs.remove(key)
    await expect(blobs.read(key)).rejects.toThrow(/ENOENT|not exist|NoSuchKey/)
    await blobs.remove(key)
    await blobs.remove(newId())
  })
})

test('in a folder, removing also deletes a partial file of a crashed process', async () => {
  const blobs = openBlobs({ kind: 'folder', folder })
  const key = newId()
  await blobs.put(key, Readable.from([Buffer.from('x')]))
  await writeFile(join(folder, key.slice(0, 2), `${key}.part`), 'half')
  await blobs.remove(key)
  expect((await readdir(join(folder, key.slice(0, 2)))).filter((name) => name.startsWith(key))).toEqual([])
})
