import { taxonomyCounters } from '#server/taxonomy/counters.ts'
import { findDrift } from '#server/platform/counters.ts'
import type { Db } from '#server/platform/db.ts'

/** The tags of an article with their positions. */
export async function tagsOf(db: Db, articleId: string) {
  const rows = await db
    .selectFrom('articleTag')
    .innerJoin('tag', 'tag.id', 'articleTag.tagId')
    .select(['tag.name', 'articleTag.position'])
    .where('articleId', '=', articleId)
    .orderBy('position')
    .execute()
  return rows.map(({ position, name }) => `${position} ${name}`)
}

/** Counts of topics that are wrong. */
export async function topicDrift(db: Db) {
  const found: unknown[] = []
  for await (const each of findDrift(db, taxonomyCounters)) found.push(each)
  return found
}
