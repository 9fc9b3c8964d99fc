import { sql } from 'kysely'
import type { Document, Node } from '#contract/document/document.ts'
import type { Picture } from '#contract/shapes.ts'
import { fileAddressOf, pictureOf } from '#server/media/picture.ts'
import type { Db } from '#server/platform/db.ts'
import type { Issue } from './validate.ts'

type LibraryMedia = { picture: Picture | null; file: { name: string; size: number; href: string } }
export type Library = ReadonlyMap<string, LibraryMedia>

type MediaReference = { id: string; path: string; kind: string }

export function findMediaReferences({ content }: Document): MediaReference[] {
  return content.flatMap((node, index) => findReferencesIn(node, `content.${index}`))
}

function findReferencesIn({ type, attrs, content = [] }: Node, path: string): MediaReference[] {
  const id = attrs?.['media']
  const own = typeof id === 'string' ? [{ id, path: `${path}.attrs.media`, kind: type }] : []
  return [...own, ...content.flatMap((child, index) => findReferencesIn(child, `${path}.content.${index}`))]
}

/** Loads all referenced media in one query. */
export async function loadMedia(db: Db, references: MediaReference[]): Promise<Library> {
  const ids = [...new Set(references.map(({ id }) => id))]
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('media')
    .select(['id', 'kind', 'blob', 'address', 'name', 'alt', 'size', 'width', 'height', 'animated', 'placeholder'])
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        picture: row.kind === 'picture' && row.width !== null ? pictureOf(row) : null,
        file: { name: row.name, size: row.size, href: fileAddressOf(row) },
      },
    ]),
  )
}

export function findMissingMedia(references: MediaReference[], library: Library): Issue[] {
  return references.flatMap(({ id, path, kind }) => {
    const media = library.get(id)
    if (!media) return [{ path, message: 'This file is no longer in the library.' }]
    return kind === 'image' && !media.picture ? [{ path, message: 'This file is not a picture.' }] : []
  })
}
