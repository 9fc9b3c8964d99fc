import { buffer } from 'node:stream/consumers'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Media } from '#contract/media.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { attachBlob, writeBlob } from '#server/storage/blobs.ts'
import { getOwnObject, deleteObject } from '#server/storage/objects.ts'
import { addUsage } from '#server/storage/quota.ts'
import { sanitizePicture } from './sanitize-picture.ts'
import { updateQuota } from './quota.ts'
import { lockEditable } from './library.ts'
import { checkMayReplaceReferences, updateReferences } from './reference-kinds.ts'
import { presentOne } from './present.ts'
import { mediaById, referencesOf } from './queries.ts'
import { deleteVariants } from './delete-media.ts'
import { limitImageWork } from './sharp.ts'
import { HEAD_BYTES, sniff } from './sniff.ts'
import { mayChange, maySee } from './policy.ts'

export const PICTURE_BYTES = 50 * 1024 * 1024
const PICTURE_NAME = /\.(jpe?g|png|gif|webp|avif|heic|svg)$/i

/** Adds an uploaded object to the library. A picture can be shown at once; its variants are created afterwards. */
export async function ingestUpload(
  ctx: Ctx<Viewer>,
  input: { object: string; name: string; alt: string },
): Promise<Media> {
  const object = await getOwnObject(ctx, ctx.viewer.uid, input.object)
  const examined = await examine(ctx, object, input.name)
  return inTransaction(ctx, async (tx) => {
    // Removed first, so that the same bytes do not count twice against the quota.
    await deleteObject(tx, object.bucket, object.name)
    return add(tx, input, examined)
  })
}

/** Adds bytes that the server fetched, with the same checks. */
export async function ingestBytes(
  ctx: Ctx<Viewer>,
  input: { bytes: Buffer; name: string; alt: string },
): Promise<Media> {
  const fetched = await writeBlob(ctx, input.bytes)
  const examined = await examine(ctx, fetched, input.name)
  return inTransaction(ctx, (tx) => add(tx, input, examined))
}

async function add(ctx: Ctx<Viewer>, { name, alt }: { name: string; alt: string }, examined: Examined) {
  const { db, viewer, now } = ctx
  const row = await db
    .insertInto('media')
    .values({ id: newId(), ownerId: viewer.id, name, alt, createdAt: now(), updatedAt: now(), ...examined })
    .returningAll()
    .executeTakeFirstOrThrow()
  await attachBlob(ctx, examined.blob)
  await addUsage(ctx, viewer.uid, examined.size)
  return presentOne(ctx, row)
}

/** Replaces the file with another upload. It gets a new URL, and every reference is updated. */
export async function replaceMedia(ctx: Ctx<Viewer>, id: string, input: { object: string }): Promise<Media> {
  const { viewer, now } = ctx
  const before = await mediaById(ctx.db, id)
  if (!before || !maySee(viewer, before)) throw new Refusal('not-found')
  if (!mayChange(viewer, before)) throw new Refusal('not-allowed')
  const object = await getOwnObject(ctx, viewer.uid, input.object)
  const examined = await examine(ctx, object, object.name)
  if (examined.kind !== before.kind) throw new Refusal('unsupported-file', { reason: `not a ${before.kind}` })
  return inTransaction(ctx, async (tx) => {
    const old = await lockEditable(tx, id)
    const references = await referencesOf(tx.db, [id])
    await checkMayReplaceReferences(tx, references)
    await deleteVariants(tx, old)
    await tx.db
      .updateTable('media')
      .set({ ...examined, updatedAt: now() })
      .where('id', '=', id)
      .execute()
    await attachBlob(tx, examined.blob)
    await deleteObject(tx, object.bucket, object.name)
    await updateQuota(tx, old.ownerId, examined.size - old.size)
    const row = { ...old, ...examined, updatedAt: now() }
    await updateReferences(tx, [id], references, row)
    return presentOne(tx, row)
  })
}

type Examined = Awaited<ReturnType<typeof examine>>

/** Detects the file type from the bytes, and stores the sanitized file as a blob that is not referenced yet. */
async function examine(ctx: Ctx, { blob, size }: { blob: string; size: number }, name: string) {
  if (size === 0) throw new Refusal('broken-file', { reason: 'empty' })
  const head = await buffer(await ctx.blobs.read(blob, { start: 0, end: Math.min(size, HEAD_BYTES) - 1 }))
  const found = sniff(head)
  if (!found) throw new Refusal('unsupported-file')
  if (found.kind === 'file') {
    if (PICTURE_NAME.test(name)) throw new Refusal('broken-file', { found: found.type })
    const stored = await writeBlob(ctx, await ctx.blobs.read(blob))
    const none = { width: null, height: null, animated: false, placeholder: null }
    return { kind: 'file', state: 'ready', type: found.type, size: stored.size, blob: stored.blob, ...none }
  }
  if (size > PICTURE_BYTES) throw new Refusal('picture-too-large', { bytes: PICTURE_BYTES })
  return limitImageWork(async () => {
    const { bytes, ...picture } = await sanitizePicture(await buffer(await ctx.blobs.read(blob)), found.type)
    const stored = await writeBlob(ctx, bytes)
    return { kind: 'picture', state: 'processing', size: stored.size, blob: stored.blob, ...picture }
  })
}
