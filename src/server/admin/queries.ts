import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import { wordsQuery } from '#server/platform/sorted-list.ts'

type Counts = { inReview: number; heldResponses: number; reported: number; appeals: number; redemptions: number }

/** Counts through partial indexes, which have a row for each open case only. */
export async function attentionCounts(db: Db) {
  const { rows } = await sql<Counts>`
    select (select count(*) from draft where review_since is not null) as "inReview",
           (select count(*) from moderation_case where held) as "heldResponses",
           (select count(*) from moderation_case where report_count > 0) as reported,
           (select count(*) from moderation_case where appealed) as appeals,
           (select count(*) from redemption where state = 'to-fulfil') as redemptions`.execute(db)
  return rows[0] ?? { inReview: 0, heldResponses: 0, reported: 0, appeals: 0, redemptions: 0 }
}

export function recentMoves(db: Db, limit: number) {
  return db
    .selectFrom('articleMove')
    .innerJoin('draft', 'draft.articleId', 'articleMove.articleId')
    .leftJoin('person as actor', 'actor.id', 'articleMove.byId')
    .select(['articleMove.id', 'articleMove.at', 'articleMove.move', 'articleMove.articleId', 'draft.title'])
    .select(['actor.id as actorId', 'actor.handle as actorHandle', 'actor.name as actorName'])
    .orderBy('articleMove.at', 'desc')
    .orderBy('articleMove.id', 'desc')
    .limit(limit)
    .execute()
}

export async function setupState(db: Db, viewerId: string) {
  const { rows } = await sql<{
    named: boolean
    logo: boolean
    category: boolean
    backup: boolean
    editor: boolean
    dismissed: boolean
  }>`
    select exists (select from setting where key = 'name') as named,
           exists (select from media_use where kind = 'setting' and ref in ('logo', 'icon')) as logo,
           exists (select from category) as category,
           exists (select from backup where state = 'whole') as backup,
           exists (select from person where role in ('editor', 'admin') and id <> ${viewerId}) as editor,
           coalesce((select value = 'true'::jsonb from setting where key = 'setup.dismissed'), false) as dismissed`.execute(
    db,
  )
  return rows[0]
}

export function articlesByTitle(db: Db, q: string, limit: number) {
  const words = wordsQuery(q)
  if (!words) return []
  return db
    .selectFrom('draft')
    .innerJoin('article', 'article.id', 'draft.articleId')
    .innerJoin('person', 'person.id', 'article.authorId')
    .select(['article.id', 'article.state', 'draft.title', 'person.name as author'])
    .where(sql<boolean>`draft.title_words @@ ${words}`)
    .where('article.state', '<>', 'trashed')
    .orderBy('draft.savedAt', 'desc')
    .limit(limit)
    .execute()
}
