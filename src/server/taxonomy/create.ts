import { sql } from 'kysely'
import type { Picture } from '#contract/shapes.ts'
import { tagSlug } from '#contract/taxonomy/topic-rules.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'

type NewCategory = {
  slug: string
  name: string
  description: string
  picture: Picture | null
  color?: string | null
  position: number
}

/** Inside a transaction. */
export async function createCategory({ db, now, invalidate }: Ctx, { picture, ...category }: NewCategory) {
  invalidate('categories')
  // A present slug wins over a former one.
  await db.deleteFrom('oldTopicSlug').where('slug', '=', category.slug).where('categoryId', 'is not', null).execute()
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

/** A name that a tag had before, or that of a tag that was merged, is the tag that has its stories now. */
export async function findOrCreateTag({ db, now }: Ctx, name: string): Promise<{ id: string }> {
  const slug = tagSlug(name)
  const { rows } = await sql<{ id: string }>`
    select coalesce(topic_change.into_id, tag.id) as id from tag
      left join topic_change on topic_change.kind = 'tag' and topic_change.topic_id = tag.id
        and topic_change.action = 'merge'
      where tag.slug = ${slug}
    union all
    select tag_id from old_topic_slug where slug = ${slug} and tag_id is not null
    limit 1`.execute(db)
  const [known] = rows
  if (known) return known
  return (
    db
      .insertInto('tag')
      .values({ id: newId(), slug, name: name.trim(), createdAt: now() })
      // A no-op update, because `do nothing` would not return an existing row.
      .onConflict((conflict) => conflict.column('slug').doUpdateSet((eb) => ({ slug: eb.ref('excluded.slug') })))
      .returning('id')
      .executeTakeFirstOrThrow()
  )
}
