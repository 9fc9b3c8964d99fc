import type { Document } from '#contract/document/document.ts'
import type { Db } from '#server/platform/db.ts'
import { mediaOf, withoutMedia } from '#server/documents/document-media.ts'

/** The document without what has left the library: a picture that is gone must not hold the words back. */
export async function withWhatIsLeft(db: Db, body: Document): Promise<Document> {
  const used = mediaOf(body)
  if (used.size === 0) return body
  const rows = await db
    .selectFrom('media')
    .select('id')
    .where('id', 'in', [...used])
    .execute()
  const left = new Set(rows.map(({ id }) => id))
  return withoutMedia(body, new Set([...used].filter((id) => !left.has(id))))
}
