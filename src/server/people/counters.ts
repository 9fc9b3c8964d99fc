import { sql } from 'kysely'
import type { Counter } from '#server/platform/counters.ts'
import { FOLLOWS, followsOf } from './follows.ts'

/** What is kept of people. Whoever is hidden neither follows nor is followed, as far as anybody counts. */
export const peopleCounters: readonly Counter[] = [
  {
    table: 'person',
    column: 'follower_count',
    truth: sql`select count(*)::int from follow join person other on other.id = follow.follower_id
      where follow.followed_id = person.id and other.disabled_at is null`,
    shownAs: (id) => [followsOf(id), FOLLOWS],
  },
  {
    table: 'person',
    column: 'following_count',
    truth: sql`select count(*)::int from follow join person other on other.id = follow.followed_id
      where follow.follower_id = person.id and other.disabled_at is null`,
    shownAs: (id) => [followsOf(id)],
  },
  {
    table: 'person',
    column: 'story_count',
    // As author or co-author; an author is never a co-author of the same article.
    truth: sql`select count(*)::int from (
      select id from article where author_id = person.id and state = 'published'
      union all select article_id from article_co_author join article on article.id = article_id
      where person_id = person.id and state = 'published') stories`,
    shownAs: (id) => [`person:${id}`, 'creators'],
  },
]
