import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'

const RELEASE_BATCH = 1000

export type WrittenBlob = { blob: string; size: number; md5: string }

/**
 * Writes bytes under a new key. Until `attachBlob` is called the blob is unreferenced, and the sweep deletes it after a
 * day. Refuses more than `most` bytes.
 */
export async function writeBlob(
  { db, blobs, now }: Ctx,
  bytes: Readable | Buffer,
  most = Infinity,
): Promise<WrittenBlob> {
  const blob = newId()
  await db.insertInto('looseBlob').values({ blob, since: now() }).execute()
  const hash = createHash('md5')
  let size = 0
  // A generator, so that errors surface in `blobs.put`.
  async function* measured(source: Iterable<Buffer> | AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      size += chunk.length
      hash.update(chunk)
      if (size > most) throw new Refusal('too-large')
      yield chunk
    }
  }
  await blobs.put(blob, Readable.from(measured(Buffer.isBuffer(bytes) ? [bytes] : bytes)))
  return { blob, size, md5: hash.digest('base64') }
}

/** Marks the blob as referenced. Call inside the transaction that stores the reference. */
export async function attachBlob({ db }: Pick<Ctx, 'db'>, blob: string) {
  const { numDeletedRows } = await db.deleteFrom('looseBlob').where('blob', '=', blob).executeTakeFirst()
  // It was unreferenced for more than a day, and its bytes were deleted.
  if (numDeletedRows === 0n) throw new Error(`Blob ${blob} was already deleted`)
}

/** Marks the blob as unreferenced. Call inside the transaction that removes the reference; the sweep deletes the bytes later. */
export async function releaseBlob({ db, now }: Pick<Ctx, 'db' | 'now'>, blob: string) {
  await db
    .insertInto('looseBlob')
    .values({ blob, since: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Marks many blobs as unreferenced. */
export async function releaseBlobs({ db, now }: Pick<Ctx, 'db' | 'now'>, blobs: readonly string[]) {
  for (let at = 0; at < blobs.length; at += RELEASE_BATCH) {
    await db
      .insertInto('looseBlob')
      .values(blobs.slice(at, at + RELEASE_BATCH).map((blob) => ({ blob, since: now() })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
