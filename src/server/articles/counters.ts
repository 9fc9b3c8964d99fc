import { sql } from 'kysely'
import type { Counter } from '#server/platform/counters.ts'

export const articleCounters: readonly Counter[] = [
  {
    // Only the conversation shows it. Visible responses only. Replies to a hidden or held response are not visible; replies to a deleted one are.
    table: 'article',
    column: 'response_count',
    actual: sql`select count(*)::int from response left join response thread on thread.id = response.parent_id
      where response.article_id = article.id and response.state = 'shown'
        and (response.parent_id is null or thread.state in ('shown', 'deleted'))`,
    tags: (id) => [`responses:${id}`],
  },
  {
    table: 'article',
    column: 'like_count',
    actual: sql`select count(*)::int from story_like where story_like.article_id = article.id`,
    tags: (id) => [`likes:${id}`],
  },
  {
    // Counts people, not lists. A deleted list does not count, although it can be restored.
    table: 'article',
    column: 'bookmark_count',
    actual: sql`select count(distinct bookmark.owner_id)::int from bookmark
      join reading_list on reading_list.id = bookmark.list_id and reading_list.deleted_at is null
      where bookmark.article_id = article.id`,
    // Shown nowhere.
    tags: () => [],
  },
]
