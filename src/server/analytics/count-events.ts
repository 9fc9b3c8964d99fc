import { type RawBuilder, sql } from 'kysely'
import { DEPTH_PARTS } from '#contract/analytics/events.ts'
import type { Db } from '#server/platform/db.ts'
import { ACTIONS, FIGURES_OF_ACTIONS, FIGURES_OF_VIEWS, VIEWS } from './figures-of-event.ts'
import { VITAL_BASE } from './vitals.ts'

/** Between the parts of a key. No value contains it. */
const SEPARATOR = sql.lit('\u001f')
const parts = Array.from({ length: DEPTH_PARTS }, (_, index) => index + 1)
const depthColumns = sql.join(parts.map((part) => sql.ref(`p${part}`)))
const depthCounts = sql.join(
  parts.map((part) => sql`count(*) filter (where depth_from < ${sql.lit(part)} and depth_to >= ${sql.lit(part)})`),
)
const depthSums = sql.join(
  parts.map((part) => sql`${sql.ref(`p${part}`)} = kept.${sql.ref(`p${part}`)} + excluded.${sql.ref(`p${part}`)}`),
)

/**
 * Adds events to the figures. `events` are common table expressions of which the last, `fresh`, has rows of `analytics_event`
 * that are counted for the first time. One statement, so that the events are counted in everything or in nothing.
 * The partitions of their days must exist.
 */
export async function countEvents(db: Db, events: RawBuilder<unknown>) {
  await sql`
    with ${events},
    -- What each event counts for: a figure of the site (scope '') or of a story.
    counted as (
      select day, date_trunc('hour', at, 'UTC') as hour, visitor, kind, scope, dimension, label, hourly
      from fresh cross join lateral (
        select * from (values ${sql.raw(FIGURES_OF_VIEWS)}) as of_view (scope, dimension, label, hourly)
          where kind in (${sql.raw(VIEWS)})
        union all
        select * from (values ${sql.raw(FIGURES_OF_ACTIONS)}) as of_action (scope, dimension, label, hourly)
          where kind in (${sql.raw(ACTIONS)})
      ) as figure where scope is not null and label is not null
    ),
    -- Of each visitor, once. Null is the figure of the day.
    by_visitor as materialized (
      select day, grain.hour, scope, dimension, label, visitor, kind <> 'read' as counts,
        count(*) filter (where kind <> 'read') as views, count(*) filter (where kind = 'read') as reads,
        hashtextextended(concat_ws(${SEPARATOR}, extract(epoch from grain.hour), scope, dimension, label, visitor), 0) as key
      from counted cross join lateral (
        select null::timestamptz as hour union all select counted.hour where hourly
      ) as grain
      group by day, grain.hour, scope, dimension, label, visitor, kind <> 'read'
    ),
    newly_seen as (
      insert into analytics_seen (day, key) select distinct day, key from by_visitor where counts order by day, key
      on conflict do nothing returning day, key
    ),
    sums as materialized (
      select by_visitor.day, hour, scope, dimension, label, sum(views)::int as views, sum(reads)::int as reads,
        count(newly_seen.key)::int as visitors
      from by_visitor left join newly_seen on counts and newly_seen.day = by_visitor.day and newly_seen.key = by_visitor.key
      group by by_visitor.day, hour, scope, dimension, label
    ),
    of_days as (
      insert into analytics_day as kept (article_id, dimension, day, value, views, reads, visitors)
      select scope, dimension, day, label, views, reads, visitors from sums where hour is null order by 1, 2, 3, 4
      on conflict (article_id, dimension, day, value) do update set
        views = kept.views + excluded.views, reads = kept.reads + excluded.reads,
        visitors = kept.visitors + excluded.visitors
    ),
    of_hours as (
      insert into analytics_hour as kept (dimension, at, value, views, reads, visitors)
      select dimension, hour, label, views, reads, visitors from sums where hour is not null order by 1, 2, 3
      on conflict (dimension, at, value) do update set
        views = kept.views + excluded.views, reads = kept.reads + excluded.reads,
        visitors = kept.visitors + excluded.visitors
    ),
    of_depth as (
      insert into analytics_depth as kept (article_id, day, ${depthColumns})
      select article_id, day, ${depthCounts} from fresh
      where kind = 'progress' and article_id is not null group by article_id, day order by 1, 2
      on conflict (article_id, day) do update set ${depthSums}
    )
    insert into analytics_vital as kept (day, page, name, bucket, samples)
    select day, page, name, ceil(ln(greatest(case name when 'CLS' then value * 1000 else value end, 1)) / ln(${sql.lit(VITAL_BASE)}::float8)) as bucket,
      count(*) from fresh
    where kind = 'vital' group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (day, page, name, bucket) do update set samples = kept.samples + excluded.samples`.execute(db)
}
