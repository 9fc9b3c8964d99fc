import { sql } from 'kysely'
import type { Counter } from '#server/platform/counters.ts'

export const bookmarkCounters: readonly Counter[] = [
  {
    table: 'reading_list',
    column: 'item_count',
    actual: sql`select count(*)::int from bookmark where bookmark.list_id = reading_list.id`,
    tagBy: 'owner_id',
    tags: (ownerId) => [`lists:${ownerId}`],
  },
]
