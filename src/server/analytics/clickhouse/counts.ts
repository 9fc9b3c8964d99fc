import { DEPTH_PARTS } from '#contract/analytics/events.ts'
import { ACTIONS, FIGURES_OF_ACTIONS, FIGURES_OF_VIEWS, VIEWS } from '#server/analytics/figures-of-event.ts'
import { VITAL_BASE } from '#server/analytics/vitals.ts'
import type { ClickHouse } from './database.ts'

/** Which events to count: those of a run beside all that were counted before, or whole days. */
export type Asked = { days: readonly string[]; run: string | null }

/** A figure of a day, and with an hour the figure of that hour. The scope is a story, or the site. */
export type FigureRow = {
  day: string
  hour: string | null
  scope: string
  dimension: string
  label: string
  views: number
  reads: number
  visitors: number
}
export type DepthRow = { day: string; story: string; parts: number[] }
export type VitalRow = { day: string; page: string; name: string; bucket: number; samples: number }

const FIGURE = 'Array(Tuple(Nullable(String), String, Nullable(String), Bool))'
/** The hour of a figure that counts the whole day. */
const WHOLE_DAY = `toDateTime(0, 'UTC')`

/**
 * The events once each, of the visitors of the run. The order of the table finds a visitor's events of a day without
 * reading those of others.
 */
const eventsOf = ({ run }: Asked) => {
  const days = 'day in {days:Array(Date)}'
  const visitors = `visitor in (select visitor from bramble_event where ${days} and run = {run:UInt64})`
  return `(select *, ${run === null ? 'true' : 'run = {run:UInt64}'} as is_asked
    from bramble_event final where ${run === null ? days : `${days} and ${visitors}`}) as event`
}

export function countFigures(clickHouse: ClickHouse, asked: Asked) {
  const keys = 'day, hour, scope, dimension, label'
  return clickHouse.query<FigureRow>(
    `select toString(day) as day, if(hour = ${WHOLE_DAY}, null, formatDateTime(hour, '%Y-%m-%dT%H:%i:%SZ', 'UTC')) as hour,
      scope, dimension, label, views, reads, visitors
    from (
      select ${keys}, toUInt32(sum(new_views)) as views, toUInt32(sum(new_reads)) as reads,
        toUInt32(countIf(new_views > 0 and not was_seen)) as visitors
      from (
        select ${keys}, visitor, countIf(is_asked and kind != 'read') as new_views,
          countIf(is_asked and kind = 'read') as new_reads, max(not is_asked and kind != 'read') as was_seen
        from (
          select day, visitor, kind, is_asked, assumeNotNull(figure.1) as scope, figure.2 as dimension,
            assumeNotNull(figure.3) as label,
            arrayJoin(if(figure.4, [${WHOLE_DAY}, toStartOfHour(at, 'UTC')], [${WHOLE_DAY}])) as hour
          from (
            select day, at, visitor, kind, is_asked, arrayJoin(multiIf(
              kind in (${VIEWS}), cast([${FIGURES_OF_VIEWS}] as ${FIGURE}),
              kind in (${ACTIONS}), cast([${FIGURES_OF_ACTIONS}] as ${FIGURE}), cast([] as ${FIGURE}))) as figure
            from ${eventsOf(asked)}
          ) as event where figure.1 is not null and figure.3 is not null
        ) as counted group by ${keys}, visitor having new_views + new_reads > 0
      ) as by_visitor group by ${keys}
    ) as figure`,
    asked,
  )
}

const depths = Array.from(
  { length: DEPTH_PARTS },
  (_, index) => `toUInt32(countIf(depth_from < ${index + 1} and depth_to >= ${index + 1}))`,
)

/** How many views reached each part of a story. */
export function countDepths(clickHouse: ClickHouse, asked: Asked) {
  return clickHouse.query<DepthRow>(
    `select toString(day) as day, assumeNotNull(article_id) as story, parts
    from (
      select day, article_id, [${depths.join(', ')}] as parts from ${eventsOf(asked)}
      where is_asked and kind = 'progress' and article_id is not null group by day, article_id
    ) as depth`,
    asked,
  )
}

export function countVitals(clickHouse: ClickHouse, asked: Asked) {
  return clickHouse.query<VitalRow>(
    `select toString(day) as day, page, name, bucket, samples
    from (
      select day, page, name, toUInt32(count()) as samples,
        toUInt16(ceil(log(greatest(if(name = 'CLS', value * 1000, value), 1)) / log(${VITAL_BASE}))) as bucket
      from ${eventsOf(asked)} where is_asked and kind = 'vital' group by day, page, name, bucket
    ) as histogram`,
    asked,
  )
}
