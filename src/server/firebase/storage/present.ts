import type { ObjectResource } from '#contract/firebase/storage.ts'
import type { ObjectRow } from '#server/storage/objects.ts'

/** Changes with the bytes and with the metadata. */
export function etagOf({ generation, metageneration }: ObjectRow) {
  return `"${generation}.${metageneration}"`
}

/** Unset fields are omitted. */
export function presentObject(row: ObjectRow): ObjectResource {
  const { name, bucket, md5, contentType, downloadToken, custom } = row
  return {
    kind: 'storage#object',
    name,
    bucket,
    generation: String(row.generation),
    metageneration: String(row.metageneration),
    size: String(row.size),
    timeCreated: row.createdAt.toISOString(),
    updated: row.updatedAt.toISOString(),
    md5Hash: md5,
    etag: etagOf(row).slice(1, -1),
    storageClass: 'STANDARD',
    contentType,
    ...(row.cacheControl !== null && { cacheControl: row.cacheControl }),
    ...(row.contentDisposition !== null && { contentDisposition: row.contentDisposition }),
    ...(row.contentEncoding !== null && { contentEncoding: row.contentEncoding }),
    ...(row.contentLanguage !== null && { contentLanguage: row.contentLanguage }),
    ...(Object.keys(custom).length > 0 && { metadata: custom }),
    downloadTokens: downloadToken,
  }
}
