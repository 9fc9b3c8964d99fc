import { sql } from 'kysely'
import type { Annotation } from '#contract/analytics/analytics.ts'
import type { Db } from '#server/platform/db.ts'
import type { Scope } from './queries.ts'

const MAX_ANNOTATIONS = 100

type Row = { at: Date; kind: Annotation['kind']; title: string; ref: string | null }

/** What was published, featured and sent to followers in the period, to be marked on a chart. The oldest first. */
export async function listAnnotations(
  db: Db,
  scope: Scope,
  { from, to }: { from: string; to: string },
): Promise<Annotation[]> {
  const start = sql`${`${from}T00:00:00Z`}::timestamptz`
  const end = sql`${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`
  const own = scope.kind === 'site' ? sql`true` : sql`article.id = any(${[...scope.ids]}::text[])`
  const { rows } = await sql<Row>`
    select at, kind, title, case when state = 'published' then slug end as ref from (
      (select published_at as at, 'published' as kind, title, state, slug from article
        where state = 'published' and published_at >= ${start} and published_at < ${end} and ${own}
        order by published_at desc limit ${MAX_ANNOTATIONS})
      union all
      (select mark.at, mark.kind, title, state, slug from story_mark as mark
        join article on article.id = mark.article_id
        where mark.at >= ${start} and mark.at < ${end} and ${own}
        order by mark.at desc limit ${MAX_ANNOTATIONS})
    ) as happened order by at desc limit ${MAX_ANNOTATIONS}`.execute(db)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })).toReversed()
}
