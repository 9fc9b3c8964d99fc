import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Media } from '#contract/media.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { isUniqueViolation } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { attachBlob, writeBlob } from '#server/storage/blobs.ts'
import { getOwnObject, deleteObject } from '#server/storage/objects.ts'
import { addUsage } from '#server/storage/quota.ts'
import { sanitizePicture } from './sanitize-picture.ts'
import { storedHere, updateQuota } from './quota.ts'
import { lockEditable } from './library.ts'
import { checkMayReplaceReferences, updateReferences } from './reference-kinds.ts'
import { presentOne } from './present.ts'
import { mediaByContent, mediaById, referencesOf } from './queries.ts'
import { deleteVariants } from './delete-media.ts'
import { limitImageWork } from './sharp.ts'
import { type Examined, examineAtService, plainFile, removeAtService, storeAtService } from './service-media.ts'
import { HEAD_BYTES, PICTURE_NAME, detectType } from './sniff.ts'
import { mayChange, maySee } from './policy.ts'

/**
 * Adds an uploaded object to the library. A picture can be shown at once; its variants are created afterwards. A file
 * that the library already has is not stored again.
 */
export async function ingestUpload(
  ctx: Ctx<Viewer>,
  input: { object: string; name: string; alt: string },
): Promise<Media> {
  if (ctx.storage.serviceUrl) {
    const examined = await examineAtService(ctx, input.object, input.name)
    return inTransaction(ctx, (tx) => add(tx, input, { contentHash: null, examined }))
  }
  const object = await getOwnObject(ctx, ctx.viewer.uid, input.object)
  const file = await examineNew(ctx, object, input.name)
  return inTransaction(ctx, async (tx) => {
    // Removed first, so that the same bytes do not count twice against the quota.
    await deleteObject(tx, object.bucket, object.name)
    return add(tx, input, file)
  })
}

/** Adds bytes that the server fetched, with the same checks. */
export async function ingestBytes(
  ctx: Ctx<Viewer>,
  input: { bytes: Buffer; name: string; alt: string },
): Promise<Media> {
  const file = ctx.storage.serviceUrl
    ? { contentHash: null, examined: await storeAtService(ctx, input.bytes, input.name) }
    : await examineNew(ctx, await writeBlob(ctx, input.bytes), input.name)
  return inTransaction(ctx, (tx) => add(tx, input, file))
}

/** Files at a storage service have no hash: their bytes are not read here, so the same file can be there twice. */
type NewFile = { contentHash: Buffer | null; examined: Examined | null }

/** A file that is in the library already is not processed again. */
async function examineNew(ctx: Ctx<Viewer>, stored: { blob: string; size: number }, name: string): Promise<NewFile> {
  const contentHash = await hashContent(ctx, stored.blob)
  const known = await mediaByContent(ctx.db, ctx.viewer.id, contentHash).executeTakeFirst()
  // The same bytes under a picture's name are refused, as they would be in an empty library.
  const isUsable = known && !(known.kind === 'file' && PICTURE_NAME.test(name))
  return { contentHash, examined: isUsable ? null : await examine(ctx, stored, name) }
}

async function hashContent({ blobs }: Pick<Ctx, 'blobs'>, blob: string) {
  const hash = createHash('sha256')
  for await (const chunk of await blobs.read(blob)) hash.update(chunk)
  return hash.digest()
}

async function add(ctx: Ctx<Viewer>, { name, alt }: { name: string; alt: string }, file: NewFile): Promise<Media> {
  const { db, viewer, now } = ctx
  const { contentHash, examined } = file
  if (!examined) return reuse(ctx, contentHash)
  const row = await db
    .insertInto('media')
    .values({
      id: newId(),
      ownerId: viewer.id,
      name,
      alt,
      contentHash,
      createdAt: now(),
      updatedAt: now(),
      ...examined,
    })
    // Two uploads of the same file at once.
    .onConflict((conflict) => conflict.columns(['ownerId', 'contentHash']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return reuse(ctx, contentHash)
  await attach(ctx, examined)
  if (examined.address === null) await addUsage(ctx, viewer.uid, examined.size)
  return presentOne(ctx, row)
}

/** The library entry of the same file. A picture that could not be processed is tried again. */
async function reuse(ctx: Ctx<Viewer>, contentHash: Buffer | null): Promise<Media> {
  const row = contentHash && (await mediaByContent(ctx.db, ctx.viewer.id, contentHash).forUpdate().executeTakeFirst())
  // Deleted since it was found.
  if (!row) throw new Refusal('maxretry')
  if (row.state !== 'failed') return presentOne(ctx, row)
  const again = { state: 'processing', updatedAt: ctx.now() }
  await ctx.db.updateTable('media').set(again).where('id', '=', row.id).execute()
  return presentOne(ctx, { ...row, ...again })
}

/** Replaces the file with another upload. It gets a new URL, and every reference is updated. */
export async function replaceMedia(ctx: Ctx<Viewer>, id: string, input: { object: string }): Promise<Media> {
  const { viewer, now } = ctx
  const before = await mediaById(ctx.db, id)
  if (!before || !maySee(viewer, before)) throw new Refusal('not-found')
  if (!mayChange(viewer, before)) throw new Refusal('not-allowed')
  const { contentHash, examined, removeUpload } = await examineReplacement(ctx, input.object)
  if (examined.kind !== before.kind)
    throw new Refusal('unsupported-file', { reason: `not a ${before.kind}`, accepts: `${before.kind}s` })
  const replaced = await inTransaction(ctx, async (tx) => {
    const old = await lockEditable(tx, id)
    const references = await referencesOf(tx.db, [id])
    await checkMayReplaceReferences(tx, references)
    await deleteVariants(tx, old)
    const same = contentHash && (await mediaByContent(tx.db, old.ownerId, contentHash).executeTakeFirst())
    await tx.db
      .updateTable('media')
      // A library has one entry per content that uploads can find; another entry stays as it is.
      .set({ ...examined, contentHash: same && same.id !== id ? null : contentHash, updatedAt: now() })
      .where('id', '=', id)
      .execute()
    await attach(tx, examined)
    await removeUpload(tx)
    await updateQuota(tx, old.ownerId, storedHere(examined) - storedHere(old))
    const row = { ...old, ...examined, updatedAt: now() }
    await updateReferences(tx, [id], references, row)
    return { old, media: await presentOne(tx, row) }
  }).catch((error: unknown) => {
    // The same file was uploaded at the same moment.
    throw isUniqueViolation(error) ? new Refusal('maxretry') : error
  })
  // Not `before`: another replacement may have been faster.
  await removeAtService(ctx, [replaced.old])
  return replaced.media
}

/** The person's own upload, here or at the storage service. */
async function examineReplacement(ctx: Ctx<Viewer>, name: string) {
  if (ctx.storage.serviceUrl)
    return { contentHash: null, examined: await examineAtService(ctx, name, name), removeUpload: async () => {} }
  const object = await getOwnObject(ctx, ctx.viewer.uid, name)
  return {
    contentHash: await hashContent(ctx, object.blob),
    examined: await examine(ctx, object, name),
    removeUpload: (tx: Ctx) => deleteObject(tx, object.bucket, object.name),
  }
}

/** Detects the file type from the bytes, and stores the sanitized file as a blob that is not referenced yet. */
async function examine(ctx: Ctx, { blob, size }: { blob: string; size: number }, name: string): Promise<Examined> {
  const head =
    size > 0 ? await buffer(await ctx.blobs.read(blob, { start: 0, end: Math.min(size, HEAD_BYTES) - 1 })) : null
  const found = detectType(head ?? Buffer.alloc(0), { name, size })
  if (found.kind === 'file') {
    const stored = await writeBlob(ctx, await ctx.blobs.read(blob))
    return { ...plainFile, type: found.type, size: stored.size, blob: stored.blob, address: null }
  }
  return limitImageWork(async () => {
    const { bytes, ...picture } = await sanitizePicture(await buffer(await ctx.blobs.read(blob)), found.type)
    const stored = await writeBlob(ctx, bytes)
    return { kind: 'picture', state: 'processing', size: stored.size, blob: stored.blob, address: null, ...picture }
  })
}

/** Marks the file as referenced. The storage service counts its own files. */
async function attach(tx: Ctx, { blob, address }: Examined) {
  if (address === null) await attachBlob(tx, blob)
}
