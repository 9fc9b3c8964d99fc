import { sql } from 'kysely'
import type { Counter } from '#server/platform/counters.ts'

/** Follows from and to disabled accounts do not count. */
export const peopleCounters: readonly Counter[] = [
  {
    table: 'person',
    column: 'follower_count',
    actual: sql`select count(*)::int from follow join person other on other.id = follow.follower_id
      where follow.followed_id = person.id and other.disabled_at is null`,
    tags: (id) => [`person-counts:${id}`, 'creators:followed'],
  },
  {
    table: 'person',
    column: 'following_count',
    actual: sql`select count(*)::int from follow join person other on other.id = follow.followed_id
      where follow.follower_id = person.id and other.disabled_at is null`,
    tags: (id) => [`person-counts:${id}`],
  },
  {
    table: 'person',
    column: 'story_count',
    // As author or co-author; an author is never a co-author of the same article.
    actual: sql`select count(*)::int from (
      select id from article where author_id = person.id and state = 'published'
      union all select article_id from article_co_author join article on article.id = article_id
      where person_id = person.id and state = 'published') stories`,
    tags: (id) => [`person-counts:${id}`, 'creators'],
  },
]
