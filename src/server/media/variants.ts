import { sql } from 'kysely'
import { buffer } from 'node:stream/consumers'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { attachBlob, writeBlob } from '#server/storage/blobs.ts'
import { type PictureFormat, encodePicture } from './encode.ts'
import type { PictureRow } from './picture.ts'
import { variantById } from './queries.ts'
import { limitImageWork } from './sharp.ts'

export type Variant = { blob: string; size: number }
type VariantKey = { width: number; format: PictureFormat }

const inProgress = new Map<string, Promise<Variant>>()

/** The variant, created if it does not exist yet. Concurrent requests, also of other processes, share one encoding. */
export async function ensureVariant(ctx: Ctx, picture: PictureRow, variant: VariantKey): Promise<Variant> {
  const found = await variantById(ctx.db, { id: picture.id, ...variant })
  if (found) return found
  const key = `${picture.blob}/${variant.width}.${variant.format}`
  const running = inProgress.get(key)
  if (running) return running
  const creating = limitImageWork(() => create(ctx, picture, { ...variant, key })).finally(() => inProgress.delete(key))
  inProgress.set(key, creating)
  return creating
}

/** Holds a lock, and therefore a connection, while it encodes. `limitImageWork` bounds how many. */
function create(ctx: Ctx, { id, blob, animated }: PictureRow, { width, format, key }: VariantKey & { key: string }) {
  return ctx.db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
    const found = await variantById(db, { id, width, format })
    if (found) return found
    const original = await buffer(await ctx.blobs.read(blob))
    const made = await writeBlob(ctx, await encodePicture(original, { animated, width, format }))
    // If the picture was replaced or deleted in the meantime, this variant would be the wrong picture.
    const current = await db
      .selectFrom('media')
      .select('id')
      .where('id', '=', id)
      .where('blob', '=', blob)
      .forShare()
      .executeTakeFirst()
    if (!current) throw new Refusal('not-found')
    const variant = { blob: made.blob, size: made.size }
    await db
      .insertInto('mediaVariant')
      .values({ mediaId: id, width, format, ...variant })
      .execute()
    await attachBlob({ db }, made.blob)
    return variant
  })
}
