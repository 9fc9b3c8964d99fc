import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'

export type Written = { blob: string; size: number; md5: string }

/**
 * Writes bytes under a new key. Until `keepBlob` the blob is loose: if nothing refers to it within a day, because the
 * process died or changed its mind, it is swept away. Refuses what is longer than `most`.
 */
export async function writeBlob({ db, blobs, now }: Ctx, bytes: Readable | Buffer, most = Infinity): Promise<Written> {
  const blob = newId()
  await db.insertInto('looseBlob').values({ blob, since: now() }).execute()
  const hash = createHash('md5')
  let size = 0
  // Nothing runs before the store reads, so an error always has somebody to tell.
  async function* measured(source: Iterable<Buffer> | AsyncIterable<Buffer>) {
    for await (const piece of source) {
      size += piece.length
      hash.update(piece)
      if (size > most) throw new Refusal('too-large')
      yield piece
    }
  }
  await blobs.put(blob, Readable.from(measured(Buffer.isBuffer(bytes) ? [bytes] : bytes)))
  return { blob, size, md5: hash.digest('base64') }
}

/** Something refers to it now. Inside the transaction that makes it so. */
export async function keepBlob({ db }: Pick<Ctx, 'db'>, blob: string) {
  const { numDeletedRows } = await db.deleteFrom('looseBlob').where('blob', '=', blob).executeTakeFirst()
  // It lay loose for more than a day, and its bytes are gone.
  if (numDeletedRows === 0n) throw new Error(`The blob ${blob} was swept away`)
}

/** Nothing refers to it any more. Inside the transaction that makes it so; the bytes go a while later. */
export async function dropBlob({ db, now }: Pick<Ctx, 'db' | 'now'>, blob: string) {
  await db
    .insertInto('looseBlob')
    .values({ blob, since: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
