import type { ReadingList } from '#contract/bookmarks.ts'
import type { ListRow } from './queries.ts'

export function presentList(row: ListRow): ReadingList {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    public: row.public,
    first: row.first,
    stories: row.itemCount,
    updatedAt: row.updatedAt.toISOString(),
  }
}
