import type { Selectable } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import type { Tables } from '#server/platform/tables.ts'

export type MediaRow = Selectable<Tables['media']>

export function mediaById(db: Db, id: string) {
  return db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst()
}

export function mediaByContent(db: Db, ownerId: string, contentHash: Buffer) {
  return db.selectFrom('media').selectAll().where('ownerId', '=', ownerId).where('contentHash', '=', contentHash)
}

/** Locks the row until the transaction ends, so that replacing, referencing and deleting it are serialized. */
export function lockMedia(db: Db, id: string) {
  return db.selectFrom('media').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export type LibraryPage = {
  ownerId: string | null
  q: string | undefined
  kind: string | undefined
  before: { at: Date; id: string } | null
  limit: number
}

/** Newest first. */
export function listLibrary(db: Db, { ownerId, q, kind, before, limit }: LibraryPage) {
  let query = db.selectFrom('media').selectAll()
  if (ownerId !== null) query = query.where('ownerId', '=', ownerId)
  if (kind) query = query.where('kind', '=', kind)
  if (q) {
    const like = `%${q.replace(/[\\%_]/g, '\\$&')}%`
    query = query.where((eb) => eb.or([eb('name', 'ilike', like), eb('alt', 'ilike', like)]))
  }
  if (before) query = query.where((eb) => eb(eb.refTuple('createdAt', 'id'), '<', eb.tuple(before.at, before.id)))
  return query.orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** The owner's account, or null when it was deleted. */
export async function accountOf(db: Db, ownerId: string) {
  const owner = await db.selectFrom('person').select('uid').where('id', '=', ownerId).executeTakeFirst()
  return owner?.uid ?? null
}

export function ownersOf(db: Db, ids: string[]) {
  return db.selectFrom('person').select(['id', 'name', 'handle']).where('id', 'in', ids).execute()
}

export function referencesOf(db: Db, mediaIds: string[]) {
  return db
    .selectFrom('mediaUse')
    .select(['mediaId', 'kind', 'ref'])
    .where('mediaId', 'in', mediaIds)
    .orderBy('kind')
    .orderBy('ref')
    .execute()
}

export function variantById(db: Db, { id, width, format }: { id: string; width: number; format: string }) {
  return db
    .selectFrom('mediaVariant')
    .select(['blob', 'size'])
    .where('mediaId', '=', id)
    .where('width', '=', width)
    .where('format', '=', format)
    .executeTakeFirst()
}

/** An existing variant and the blob of its original, in one query: enough for most requests. */
export function variantWithOriginal(db: Db, { id, width, format }: { id: string; width: number; format: string }) {
  return db
    .selectFrom('mediaVariant')
    .innerJoin('media', 'media.id', 'mediaVariant.mediaId')
    .select(['mediaVariant.blob', 'mediaVariant.size', 'media.blob as original'])
    .where('mediaVariant.mediaId', '=', id)
    .where('mediaVariant.width', '=', width)
    .where('mediaVariant.format', '=', format)
    .executeTakeFirst()
}

export async function blobsOf(db: Db, id: string) {
  const rows = await db.selectFrom('mediaVariant').select('blob').where('mediaId', '=', id).execute()
  return rows.map(({ blob }) => blob)
}
