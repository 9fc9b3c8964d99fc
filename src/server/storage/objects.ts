import { type Selectable, sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { Refusal } from '#contract/errors.ts'
import { CUSTOM_METADATA_BYTES, type MetadataChange, type NewMetadata } from '#contract/firebase/storage.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import type { Tables } from '#server/platform/tables.ts'
import { type Written, dropBlob, keepBlob } from './blobs.ts'
import { releaseUse, takeUse } from './quota.ts'

export type ObjectRow = Selectable<Tables['object']>
type Place = { bucket: string; name: string }

const ANY_TYPE = 'application/octet-stream'
const textFields = ['cacheControl', 'contentDisposition', 'contentEncoding', 'contentLanguage'] as const

export function findObject(db: Db, { bucket, name }: Place): Promise<ObjectRow | undefined> {
  return db.selectFrom('object').selectAll().where('bucket', '=', bucket).where('name', '=', name).executeTakeFirst()
}

/** An object that this account keeps. */
export async function ownObject({ db, storage }: Ctx, uid: string, name: string): Promise<ObjectRow> {
  const object = await findObject(db, { bucket: storage.bucket, name })
  if (object?.ownerUid !== uid) throw new Refusal('object-not-found')
  return object
}

/** Makes the bytes an object, in place of the one of that name. Inside a transaction: all of it is seen, or nothing. */
export async function saveObject(ctx: Ctx, place: Place, given: { uid: string; written: Written; said: NewMetadata }) {
  const { uid, written, said } = given
  const { blob, size, md5 } = written
  if (said.md5Hash && said.md5Hash !== md5) throw new Refusal('invalid-checksum')
  await lockName(ctx.db, place)
  const before = await findObject(ctx.db, place)
  if (before) await letGo(ctx, before)
  await takeUse(ctx, uid, size)
  await keepBlob(ctx, blob)
  const at = ctx.now()
  const values = {
    blob,
    size,
    md5,
    ownerUid: uid,
    // Grows with every overwrite, also when a clock was set back.
    generation: Math.max(at.getTime() * 1000, (before?.generation ?? 0) + 1),
    metageneration: 1,
    contentType: said.contentType || ANY_TYPE,
    cacheControl: said.cacheControl || null,
    contentDisposition: said.contentDisposition || null,
    contentEncoding: said.contentEncoding || null,
    contentLanguage: said.contentLanguage || null,
    custom: customText(said.metadata ?? {}),
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

/** Changes what is said about an object, not the object. Inside a transaction. */
export async function changeObject({ db, now }: Ctx, place: Place, change: MetadataChange): Promise<ObjectRow> {
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
      ...(change.contentType !== undefined && { contentType: change.contentType || ANY_TYPE }),
      ...(change.metadata !== undefined && { custom: customText(merged(before.custom, change.metadata)) }),
      metageneration: before.metageneration + 1,
      updatedAt: now(),
    })
    .where('bucket', '=', place.bucket)
    .where('name', '=', place.name)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Inside a transaction; the bytes go a while later. */
export async function removeObject(ctx: Ctx, bucket: string, name: string) {
  await lockName(ctx.db, { bucket, name })
  const removed = await ctx.db
    .deleteFrom('object')
    .where('bucket', '=', bucket)
    .where('name', '=', name)
    .returningAll()
    .executeTakeFirst()
  if (!removed) throw new Refusal('object-not-found')
  await letGo(ctx, removed)
}

/** Everything an account keeps here, for when it is deleted. Inside a transaction. */
export async function removeObjectsOf(ctx: Ctx, uid: string) {
  const removed = await ctx.db.deleteFrom('object').where('ownerUid', '=', uid).returningAll().execute()
  for (const object of removed) await letGo(ctx, object)
}

async function letGo(ctx: Ctx, { blob, ownerUid, size }: ObjectRow) {
  await dropBlob(ctx, blob)
  if (ownerUid !== null) await releaseUse(ctx, ownerUid, size)
}

/** Also where there is no object yet: of two new ones at once, the second must find the first and let go of it. */
async function lockName(db: Db, { bucket, name }: Place) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${bucket}/${name}`}, 0))`.execute(db)
}

function merged(before: Record<string, string>, change: Record<string, string | null> | null) {
  if (change === null) return {}
  const pairs = Object.entries({ ...before, ...change })
  return Object.fromEntries(pairs.flatMap(([key, value]) => (value === null ? [] : [[key, value]])))
}

function customText(custom: Record<string, string>) {
  const text = JSON.stringify(custom)
  if (Buffer.byteLength(text) > CUSTOM_METADATA_BYTES) throw new Refusal('invalid-argument')
  return text
}
