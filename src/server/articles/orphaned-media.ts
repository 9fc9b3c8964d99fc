import type { Document } from '#contract/document/document.ts'
import type { Db } from '#server/platform/db.ts'
import { mediaIdsIn, withoutMedia } from '#server/documents/document-media.ts'

/** Drops nodes whose media was deleted: a missing picture must not block saving the text. */
export async function removeOrphanedMedia(db: Db, body: Document): Promise<Document> {
  const referenced = mediaIdsIn(body)
  if (referenced.size === 0) return body
  const rows = await db
    .selectFrom('media')
    .select('id')
    .where('id', 'in', [...referenced])
    .execute()
  const existing = new Set(rows.map(({ id }) => id))
  return withoutMedia(body, new Set([...referenced].filter((id) => !existing.has(id))))
}
