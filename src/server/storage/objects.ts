import { type Selectable, sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { Refusal } from '#contract/errors.ts'
import { CUSTOM_METADATA_BYTES, type MetadataChange, type NewMetadata } from '#contract/firebase/storage.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import type { Tables } from '#server/platform/tables.ts'
import { type WrittenBlob, releaseBlob, attachBlob } from './blobs.ts'
import { subtractUsage, addUsage } from './quota.ts'

export type ObjectRow = Selectable<Tables['object']>
type ObjectPath = { bucket: string; name: string }

const DEFAULT_TYPE = 'application/octet-stream'
const textFields = ['cacheControl', 'contentDisposition', 'contentEncoding', 'contentLanguage'] as const

export function findObject(db: Db, { bucket, name }: ObjectPath): Promise<ObjectRow | undefined> {
  return db.selectFrom('object').selectAll().where('bucket', '=', bucket).where('name', '=', name).executeTakeFirst()
}

export async function getOwnObject({ db, storage }: Ctx, uid: string, name: string): Promise<ObjectRow> {
  const object = await findObject(db, { bucket: storage.bucket, name })
  if (object?.ownerUid !== uid) throw new Refusal('object-not-found')
  return object
}

/** Creates or overwrites an object. Call inside a transaction. */
export async function saveObject(
  ctx: Ctx,
  place: ObjectPath,
  given: { uid: string; written: WrittenBlob; said: NewMetadata },
) {
  const { uid, written, said } = given
  const { blob, size, md5 } = written
  if (said.md5Hash && said.md5Hash !== md5) throw new Refusal('invalid-checksum')
  await lockName(ctx.db, place)
  const before = await findObject(ctx.db, place)
  if (before) await releaseObject(ctx, before)
  await addUsage(ctx, uid, size)
  await attachBlob(ctx, blob)
  const at = ctx.now()
  const values = {
    blob,
    size,
    md5,
    ownerUid: uid,
    // Increases with every overwrite, even if the clock was set back.
    generation: Math.max(at.getTime() * 1000, (before?.generation ?? 0) + 1),
    metageneration: 1,
    contentType: said.contentType || DEFAULT_TYPE,
    cacheControl: said.cacheControl || null,
    contentDisposition: said.contentDisposition || null,
    contentEncoding: said.contentEncoding || null,
    contentLanguage: said.contentLanguage || null,
    custom: serializeMetadata(said.metadata ?? {}),
    downloadToken: randomUUID(),
    createdAt: at,
    updatedAt: at,
  }
  return ctx.db
    .insertInto('object')
    .values({ ...place, ...values })
    .onConflict((conflict) => conflict.columns(['bucket', 'name']).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Call inside a transaction. */
export async function updateObjectMetadata(
  { db, now }: Ctx,
  place: ObjectPath,
  change: MetadataChange,
): Promise<ObjectRow> {
  await lockName(db, place)
  const before = await findObject(db, place)
  if (!before) throw new Refusal('object-not-found')
  const texts = Object.fromEntries(
    textFields.flatMap((field) => (change[field] === undefined ? [] : [[field, change[field] || null]])),
  )
  return db
    .updateTable('object')
    .set({
      ...texts,
      ...(change.contentType !== undefined && { contentType: change.contentType || DEFAULT_TYPE }),
      ...(change.metadata !== undefined && {
        custom: serializeMetadata(mergeMetadata(before.custom, change.metadata)),
      }),
      metageneration: before.metageneration + 1,
      updatedAt: now(),
    })
    .where('bucket', '=', place.bucket)
    .where('name', '=', place.name)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Call inside a transaction. The sweep deletes the bytes later. */
export async function deleteObject(ctx: Ctx, bucket: string, name: string) {
  await lockName(ctx.db, { bucket, name })
  const removed = await ctx.db
    .deleteFrom('object')
    .where('bucket', '=', bucket)
    .where('name', '=', name)
    .returningAll()
    .executeTakeFirst()
  if (!removed) throw new Refusal('object-not-found')
  await releaseObject(ctx, removed)
}

/** For account deletion. Call inside a transaction. */
export async function deleteObjectsOf(ctx: Ctx, uid: string) {
  const removed = await ctx.db.deleteFrom('object').where('ownerUid', '=', uid).returningAll().execute()
  for (const object of removed) await releaseObject(ctx, object)
}

async function releaseObject(ctx: Ctx, { blob, ownerUid, size }: ObjectRow) {
  await releaseBlob(ctx, blob)
  if (ownerUid !== null) await subtractUsage(ctx, ownerUid, size)
}

/** Locks the name and not the row: of two concurrent creations, the second must see the first and release its blob. */
async function lockName(db: Db, { bucket, name }: ObjectPath) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${bucket}/${name}`}, 0))`.execute(db)
}

function mergeMetadata(before: Record<string, string>, change: Record<string, string | null> | null) {
  if (change === null) return {}
  const pairs = Object.entries({ ...before, ...change })
  return Object.fromEntries(pairs.flatMap(([key, value]) => (value === null ? [] : [[key, value]])))
}

function serializeMetadata(custom: Record<string, string>) {
  const text = JSON.stringify(custom)
  if (Buffer.byteLength(text) > CUSTOM_METADATA_BYTES) throw new Refusal('invalid-argument')
  return text
}
