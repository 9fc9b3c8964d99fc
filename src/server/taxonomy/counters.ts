import { sql } from 'kysely'
import type { Counter } from '#server/platform/counters.ts'

export const taxonomyCounters: readonly Counter[] = [
  {
    table: 'category',
    column: 'story_count',
    actual: sql`select count(*)::int from article where article.category_id = category.id and article.state = 'published'`,
    tags: (id) => [`stories:category:${id}`, 'category-counts'],
  },
  {
    table: 'category',
    column: 'follower_count',
    actual: sql`select count(*)::int from topic_follow where topic_follow.category_id = category.id`,
    tags: () => [],
  },
  {
    table: 'tag',
    column: 'story_count',
    actual: sql`select count(*)::int from article_tag join article on article.id = article_tag.article_id
      where article_tag.tag_id = tag.id and article.state = 'published'`,
    tags: (id) => [`stories:tag:${id}`, 'tag-counts'],
  },
  {
    table: 'tag',
    column: 'follower_count',
    actual: sql`select count(*)::int from topic_follow where topic_follow.tag_id = tag.id`,
    tags: () => [],
  },
]
