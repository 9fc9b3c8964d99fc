import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'

export function categoryBySlug(db: Db, slug: string) {
  return db
    .selectFrom('category')
    .select(['id', 'slug', 'name', 'description', 'picture', 'storyCount'])
    .where('slug', '=', slug.toLowerCase())
    .executeTakeFirst()
}

export function tagBySlug(db: Db, slug: string) {
  return db
    .selectFrom('tag')
    .select(['id', 'slug', 'name', 'storyCount'])
    .where('slug', '=', slug.toLowerCase())
    .executeTakeFirst()
}

export function popularTags(db: Db, limit: number) {
  return db
    .selectFrom('tag')
    .select(['slug', 'name', 'storyCount as stories'])
    .where('storyCount', '>', sql.lit(0))
    .orderBy('storyCount', 'desc')
    .orderBy('slug')
    .limit(limit)
    .execute()
}
