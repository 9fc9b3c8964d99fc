import { sql } from 'kysely'
import { buffer } from 'node:stream/consumers'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { keepBlob, writeBlob } from '#server/storage/blobs.ts'
import { type PictureFormat, encode } from './encode.ts'
import type { PictureRow } from './picture.ts'
import { variantById } from './queries.ts'
import { inTurn } from './sharp.ts'

export type Variant = { blob: string; size: number }
type Wanted = { width: number; format: PictureFormat }

const underWay = new Map<string, Promise<Variant>>()

/** The variant, made now if it is not there yet. However many ask in however many processes, it is made once. */
export async function makeVariant(ctx: Ctx, picture: PictureRow, wanted: Wanted): Promise<Variant> {
  const found = await variantById(ctx.db, { id: picture.id, ...wanted })
  if (found) return found
  const key = `${picture.blob}/${wanted.width}.${wanted.format}`
  const begun = underWay.get(key)
  if (begun) return begun
  const making = inTurn(() => make(ctx, picture, { ...wanted, key })).finally(() => underWay.delete(key))
  underWay.set(key, making)
  return making
}

/** Holds a lock, and so a connection, while it works; as few at once as pictures are worked on. */
function make(ctx: Ctx, { id, blob, animated }: PictureRow, { width, format, key }: Wanted & { key: string }) {
  return ctx.db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
    const found = await variantById(db, { id, width, format })
    if (found) return found
    const original = await buffer(await ctx.blobs.read(blob))
    const made = await writeBlob(ctx, await encode(original, { animated, width, format }))
    // Replaced or deleted meanwhile, it would be the wrong picture at the right address.
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
    await keepBlob({ db }, made.blob)
    return variant
  })
}
