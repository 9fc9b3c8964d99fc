import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'

/** The views and reads of stories since they were first published. Stories without any are left out. */
export async function sumStoryTotals(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { views: number; reads: number }>()
  const { rows } = await sql<{ id: string; views: number; reads: number }>`
    select article_id as id, sum(views)::int as views, sum(reads)::int as reads from analytics_day
    where article_id = any(${[...ids]}::text[]) and dimension = 'total' group by article_id`.execute(db)
  return new Map(rows.map(({ id, ...totals }) => [id, totals]))
}
