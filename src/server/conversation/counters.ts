import { sql } from 'kysely'
import type { Counter } from '#server/platform/counters.ts'

/** Which conversation a response is part of is not told by its id; there is a page that shows it only until it changes. */
const shownAs = (id: string) => [`response:${id}`]

/** What is kept of responses. */
export const responseCounters: readonly Counter[] = [
  {
    table: 'response',
    column: 'like_count',
    truth: sql`select count(*)::int from response_like where response_like.response_id = response.id`,
    shownAs,
  },
  {
    table: 'response',
    column: 'reply_count',
    truth: sql`select count(*)::int from response reply where reply.parent_id = response.id and reply.state = 'shown'`,
    shownAs,
  },
]
