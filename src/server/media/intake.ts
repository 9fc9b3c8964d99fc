import { buffer } from 'node:stream/consumers'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Media } from '#contract/media.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { keepBlob, writeBlob } from '#server/storage/blobs.ts'
import { ownObject, removeObject } from '#server/storage/objects.ts'
import { takeUse } from '#server/storage/quota.ts'
import { cleanPicture } from './clean.ts'
import { countChange } from './count.ts'
import { changeable } from './library.ts'
import { checkPlaces, putEverywhere } from './places.ts'
import { presentOne } from './present.ts'
import { mediaById, usesOf } from './queries.ts'
import { forgetVariants } from './remove.ts'
import { inTurn } from './sharp.ts'
import { HEAD_BYTES, sniff } from './sniff.ts'
import { mayChange, maySee } from './policy.ts'

export const PICTURE_BYTES = 50 * 1024 * 1024
const PICTURE_NAME = /\.(jpe?g|png|gif|webp|avif|heic|svg)$/i

/** Takes an upload into the library. A picture can be shown at once; its sizes are made afterwards. */
export async function takeIn(ctx: Ctx<Viewer>, asked: { object: string; name: string; alt: string }): Promise<Media> {
  const object = await ownObject(ctx, ctx.viewer.uid, asked.object)
  const examined = await examine(ctx, object, asked.name)
  return inTransaction(ctx, async (tx) => {
    // First the upload goes and then there is room: the same bytes never count twice.
    await removeObject(tx, object.bucket, object.name)
    return add(tx, asked, examined)
  })
}

/** Takes bytes that we fetched ourselves into the library, after the same look at them. */
export async function takeInBytes(
  ctx: Ctx<Viewer>,
  asked: { bytes: Buffer; name: string; alt: string },
): Promise<Media> {
  const fetched = await writeBlob(ctx, asked.bytes)
  const examined = await examine(ctx, fetched, asked.name)
  return inTransaction(ctx, (tx) => add(tx, asked, examined))
}

async function add(ctx: Ctx<Viewer>, { name, alt }: { name: string; alt: string }, examined: Examined) {
  const { db, viewer, now } = ctx
  const row = await db
    .insertInto('media')
    .values({ id: newId(), ownerId: viewer.id, name, alt, createdAt: now(), updatedAt: now(), ...examined })
    .returningAll()
    .executeTakeFirstOrThrow()
  await keepBlob(ctx, examined.blob)
  await takeUse(ctx, viewer.uid, examined.size)
  return presentOne(ctx, row)
}

/** Puts another upload in its place. It gets a new address, and every place that uses it gets that. */
export async function replaceMedia(ctx: Ctx<Viewer>, id: string, asked: { object: string }): Promise<Media> {
  const { viewer, now } = ctx
  const before = await mediaById(ctx.db, id)
  if (!before || !maySee(viewer, before)) throw new Refusal('not-found')
  if (!mayChange(viewer, before)) throw new Refusal('not-allowed')
  const object = await ownObject(ctx, viewer.uid, asked.object)
  const examined = await examine(ctx, object, object.name)
  if (examined.kind !== before.kind) throw new Refusal('unsupported-file', { reason: `this is not a ${before.kind}` })
  return inTransaction(ctx, async (tx) => {
    const old = await changeable(tx, id)
    const uses = await usesOf(tx.db, [id])
    await checkPlaces(tx, uses)
    await forgetVariants(tx, old)
    await tx.db
      .updateTable('media')
      .set({ ...examined, updatedAt: now() })
      .where('id', '=', id)
      .execute()
    await keepBlob(tx, examined.blob)
    await removeObject(tx, object.bucket, object.name)
    await countChange(tx, old.ownerId, examined.size - old.size)
    const row = { ...old, ...examined, updatedAt: now() }
    await putEverywhere(tx, [id], uses, row)
    return presentOne(tx, row)
  })
}

type Examined = Awaited<ReturnType<typeof examine>>

/** Decides by the bytes what it is and writes down what may be kept of it, under a blob that is still loose. */
async function examine(ctx: Ctx, { blob, size }: { blob: string; size: number }, name: string) {
  if (size === 0) throw new Refusal('broken-file', { reason: 'empty' })
  const head = await buffer(await ctx.blobs.read(blob, { start: 0, end: Math.min(size, HEAD_BYTES) - 1 }))
  const found = sniff(head)
  if (!found) throw new Refusal('unsupported-file')
  if (found.kind === 'file') {
    if (PICTURE_NAME.test(name)) throw new Refusal('broken-file', { found: found.type })
    const kept = await writeBlob(ctx, await ctx.blobs.read(blob))
    const none = { width: null, height: null, animated: false, placeholder: null }
    return { kind: 'file', state: 'ready', type: found.type, size: kept.size, blob: kept.blob, ...none }
  }
  if (size > PICTURE_BYTES) throw new Refusal('picture-too-large', { bytes: PICTURE_BYTES })
  return inTurn(async () => {
    const { bytes, ...picture } = await cleanPicture(await buffer(await ctx.blobs.read(blob)), found.type)
    const kept = await writeBlob(ctx, bytes)
    return { kind: 'picture', state: 'processing', size: kept.size, blob: kept.blob, ...picture }
  })
}
