import { sql } from 'kysely'
import type { Counter } from '#server/platform/counters.ts'

const tagBy = 'article_id'
const tags = (articleId: string) => [`responses:${articleId}` as const]
export const responseCounters: readonly Counter[] = [
  {
    table: 'response',
    column: 'like_count',
    actual: sql`select count(*)::int from response_like where response_like.response_id = response.id`,
    tagBy,
    tags,
  },
  {
    table: 'response',
    column: 'report_count',
    actual: sql`select count(*)::int from response_report where response_report.response_id = response.id`,
    tagBy,
    tags: () => [],
  },
  {
    table: 'response',
    column: 'reply_count',
    actual: sql`select count(*)::int from response reply where reply.parent_id = response.id and reply.state = 'shown'`,
    tagBy,
    tags,
  },
]
