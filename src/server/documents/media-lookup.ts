import { sql } from 'kysely'
import type { Document, Node } from '#contract/document/document.ts'
import type { Picture } from '#contract/shapes.ts'
import { folderOf, pictureOf } from '#server/media/picture.ts'
import type { Db } from '#server/platform/db.ts'
import type { Fault } from './validate.ts'

/** What the library knows of one thing that a document uses. */
export type Held = { picture: Picture | null; file: { name: string; size: number; href: string } }
export type Library = ReadonlyMap<string, Held>

type Use = { id: string; path: string; kind: string }

/** Every thing of the library that a document names, with its place. */
export function usesOf({ content }: Document): Use[] {
  return content.flatMap((node, index) => usesIn(node, `content.${index}`))
}

function usesIn({ type, attrs, content = [] }: Node, path: string): Use[] {
  const id = attrs?.['media']
  const own = typeof id === 'string' ? [{ id, path: `${path}.attrs.media`, kind: type }] : []
  return [...own, ...content.flatMap((child, index) => usesIn(child, `${path}.content.${index}`))]
}

/** Asks the library once for all of them. */
export async function libraryOf(db: Db, uses: Use[]): Promise<Library> {
  const ids = [...new Set(uses.map(({ id }) => id))]
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('media')
    .select(['id', 'kind', 'blob', 'name', 'alt', 'size', 'width', 'height', 'animated', 'placeholder'])
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        picture: row.kind === 'picture' && row.width !== null ? pictureOf(row) : null,
        file: { name: row.name, size: row.size, href: `${folderOf(row)}file` },
      },
    ]),
  )
}

export function missingOf(uses: Use[], library: Library): Fault[] {
  return uses.flatMap(({ id, path, kind }) => {
    const held = library.get(id)
    if (!held) return [{ path, message: 'This is not in the library any more.' }]
    return kind === 'image' && !held.picture ? [{ path, message: 'This is not a picture.' }] : []
  })
}
