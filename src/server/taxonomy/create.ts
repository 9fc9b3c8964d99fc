import type { Picture } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'

type NewCategory = { slug: string; name: string; description: string; picture: Picture | null; position: number }

export async function createCategory({ db, now, invalidate }: Ctx, { picture, ...category }: NewCategory) {
  invalidate('categories')
  return db
    .insertInto('category')
    .values({
      id: newId(),
      ...category,
      picture: picture && JSON.stringify(picture),
      createdAt: now(),
      updatedAt: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Names that differ only in case, spaces or punctuation are one tag. */
export async function findOrCreateTag({ db, now }: Ctx, name: string): Promise<{ id: string }> {
  return (
    db
      .insertInto('tag')
      .values({ id: newId(), slug: tagSlug(name), name: name.trim(), createdAt: now() })
      // A no-op update, because `do nothing` would not return an existing row.
      .onConflict((conflict) => conflict.column('slug').doUpdateSet((eb) => ({ slug: eb.ref('excluded.slug') })))
      .returning('id')
      .executeTakeFirstOrThrow()
  )
}

export function tagSlug(name: string) {
  return name
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
}
