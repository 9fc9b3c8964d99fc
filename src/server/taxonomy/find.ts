import { sql } from 'kysely'
import { type Placeholders, compiledQuery } from '#server/platform/compiled-query.ts'
import type { Db } from '#server/platform/db.ts'

export async function categoryBySlug(db: Db, slug: string) {
  const [category] = await categoriesBySlug(db, { slug: slug.toLowerCase() })
  return category
}

const categoriesBySlug = compiledQuery((db, { slug }: Placeholders<{ slug: string }>) =>
  db
    .selectFrom('category')
    .select(['id', 'slug', 'name', 'description', 'picture', 'storyCount'])
    .where('slug', '=', slug),
)

export async function tagBySlug(db: Db, slug: string) {
  const [tag] = await tagsBySlug(db, { slug: slug.toLowerCase() })
  return tag
}

const tagsBySlug = compiledQuery((db, { slug }: Placeholders<{ slug: string }>) =>
  db.selectFrom('tag').select(['id', 'slug', 'name', 'storyCount']).where('slug', '=', slug),
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
