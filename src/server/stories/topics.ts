import { sql } from 'kysely'
import { type Placeholders, compiledQuery } from '#server/platform/compiled-query.ts'
import type { Db } from '#server/platform/db.ts'

/** By the present slug, or by one that it or a category merged into it had before. */
export async function categoryBySlug(db: Db, slug: string) {
  const asked = { slug: slug.toLowerCase() }
  const [category = (await categoriesByOldSlug(db, asked))[0]] = await categoriesBySlug(db, asked)
  return category
}

const categoriesBySlug = compiledQuery((db, { slug }: Placeholders<{ slug: string }>) =>
  db
    .selectFrom('category')
    .select(['id', 'slug', 'name', 'description', 'picture', 'color', 'storyCount'])
    .where('slug', '=', slug),
)

const categoriesByOldSlug = compiledQuery((db, { slug }: Placeholders<{ slug: string }>) =>
  db
    .selectFrom('oldTopicSlug')
    .innerJoin('category', 'category.id', 'oldTopicSlug.categoryId')
    .select(['category.id', 'category.slug', 'category.name', 'category.description', 'category.picture'])
    .select(['category.color', 'category.storyCount'])
    .where('oldTopicSlug.slug', '=', slug)
    .where('oldTopicSlug.categoryId', 'is not', null),
)

/** By the present slug, or by one that it or a tag merged into it had before. */
export async function tagBySlug(db: Db, slug: string) {
  const asked = { slug: slug.toLowerCase() }
  const [tag = (await tagsByOldSlug(db, asked))[0]] = await tagsBySlug(db, asked)
  return tag
}

const tagsBySlug = compiledQuery((db, { slug }: Placeholders<{ slug: string }>) =>
  db.selectFrom('tag').select(['id', 'slug', 'name', 'storyCount']).where('slug', '=', slug),
)

const tagsByOldSlug = compiledQuery((db, { slug }: Placeholders<{ slug: string }>) =>
  db
    .selectFrom('oldTopicSlug')
    .innerJoin('tag', 'tag.id', 'oldTopicSlug.tagId')
    .select(['tag.id', 'tag.slug', 'tag.name', 'tag.storyCount'])
    .where('oldTopicSlug.slug', '=', slug)
    .where('oldTopicSlug.tagId', 'is not', null),
)

export function popularTags(db: Db, limit: number) {
  return mostUsedTags(db, { limit })
}

const mostUsedTags = compiledQuery((db, { limit }: Placeholders<{ limit: number }>) =>
  db
    .selectFrom('tag')
    .select(['slug', 'name', 'storyCount as stories'])
    .where('storyCount', '>', sql.lit(0))
    .orderBy('storyCount', 'desc')
    .orderBy('slug')
    .limit(limit),
)
