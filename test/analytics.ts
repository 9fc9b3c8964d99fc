import { sql } from 'kysely'
import { DEPTH_PARTS } from '#contract/analytics/events.ts'
import type { Dimension } from '#contract/analytics/analytics.ts'
import type { Db } from '#server/platform/db.ts'

type Counts = {
  views: number
  reads?: number
  visitors?: number
  /** The value of each dimension that all of the views have. */
  by?: Partial<Record<Dimension, string>>
}

/** Adds views of a story on a day to its figures and to those of the site, as the job that counts events does. */
export async function addViews(db: Db, story: { id: string; slug: string }, day: string, given: Counts) {
  const { views, reads = 0, visitors = views, by = {} } = given
  const shared = Object.entries(by).flatMap(([dimension, value]) => [
    ['', dimension, value],
    [story.id, dimension, value],
  ])
  const figures = [
    ['', 'total', ''],
    ['', 'story', story.id],
    ['', 'path', `/story/${story.slug}`],
    [story.id, 'total', ''],
    ...shared,
  ]
  for (const [scope, dimension, value] of figures)
    await sql`insert into analytics_day as kept (article_id, dimension, day, value, views, reads, visitors)
      values (${scope}, ${dimension}, ${day}, ${value}, ${views}, ${reads}, ${visitors})
      on conflict (article_id, dimension, day, value) do update set views = kept.views + excluded.views,
        reads = kept.reads + excluded.reads, visitors = kept.visitors + excluded.visitors`.execute(db)
}

/** How many views of a story on a day reached each part; fewer with each part. */
export async function addDepth(db: Db, story: { id: string }, day: string, views: number) {
  const parts = Array.from({ length: DEPTH_PARTS }, (_, part) => Math.round(views * (1 - part / (DEPTH_PARTS + 5))))
  await sql`insert into analytics_depth values (${story.id}, ${day}, ${sql.join(parts)})`.execute(db)
}

/** A day in UTC, this many days ago. */
export function daysAgo(days: number, now = new Date()) {
  return new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10)
}
