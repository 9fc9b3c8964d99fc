import { sql } from 'kysely'
import type { KeptCount } from '#server/platform/kept-counts.ts'

const shownAs = (id: string) => [`article:${id}`]

/** What is kept of articles. */
export const articleCounts: readonly KeptCount[] = [
  {
    table: 'article',
    column: 'response_count',
    truth: sql`select count(*)::int from response where response.article_id = article.id and response.state = 'shown'`,
    shownAs,
  },
  {
    table: 'article',
    column: 'like_count',
    truth: sql`select count(*)::int from story_like where story_like.article_id = article.id`,
    shownAs,
  },
  {
    // Of people, in however many of their lists it is.
    table: 'article',
    column: 'bookmark_count',
    truth: sql`select count(distinct bookmark.owner_id)::int from bookmark where bookmark.article_id = article.id`,
    shownAs,
  },
]
