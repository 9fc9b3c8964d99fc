import { sql } from 'kysely'
import { DEPTH_PARTS } from '#contract/analytics/events.ts'
import type { Db } from '#server/platform/db.ts'
import {
  type Asked,
  type DepthRow,
  type FigureRow,
  type VitalRow,
  countDepths,
  countFigures,
  countVitals,
} from './counts.ts'
import type { ClickHouse } from './database.ts'

const ROWS = 5000
const parts = Array.from({ length: DEPTH_PARTS }, (_, index) => index)
const depthColumns = sql.join(parts.map((part) => sql.ref(`p${part + 1}`)))
const depthValues = sql.join(parts.map((part) => sql`(parts ->> ${sql.lit(part)})::int`))
const depthCounts = sql.join(
  parts.map(
    (part) => sql`${sql.ref(`p${part + 1}`)} = kept.${sql.ref(`p${part + 1}`)} + excluded.${sql.ref(`p${part + 1}`)}`,
  ),
)

/** Counts what is asked, and adds it to the figures. */
export async function writeFigures(tx: Db, clickHouse: ClickHouse, asked: Asked) {
  await inParts(countFigures(clickHouse, asked), (rows) => writeCounts(tx, rows))
  await inParts(countDepths(clickHouse, asked), (rows) => writeDepths(tx, rows))
  await inParts(countVitals(clickHouse, asked), (rows) => writeVitals(tx, rows))
}

async function inParts<Row>(answer: AsyncIterable<Row[]>, write: (rows: Row[]) => Promise<unknown>) {
  let waiting: Row[] = []
  for await (const rows of answer) {
    waiting.push(...rows)
    if (waiting.length < ROWS) continue
    await write(waiting)
    waiting = []
  }
  if (waiting.length > 0) await write(waiting)
}

async function writeCounts(tx: Db, rows: FigureRow[]) {
  await sql`
    with counted as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (day date, hour timestamptz, scope text,
        dimension text, label text, views integer, reads integer, visitors integer)
    ),
    of_days as (
      insert into analytics_day as kept (article_id, dimension, day, value, views, reads, visitors)
      select scope, dimension, day, label, views, reads, visitors from counted where hour is null
      on conflict (article_id, dimension, day, value) do update set
        views = kept.views + excluded.views, reads = kept.reads + excluded.reads,
        visitors = kept.visitors + excluded.visitors
    )
    insert into analytics_hour as kept (dimension, at, value, views, reads, visitors)
    select dimension, hour, label, views, reads, visitors from counted where hour is not null
    on conflict (dimension, at, value) do update set
      views = kept.views + excluded.views, reads = kept.reads + excluded.reads,
      visitors = kept.visitors + excluded.visitors`.execute(tx)
}

async function writeDepths(tx: Db, rows: DepthRow[]) {
  await sql`
    insert into analytics_depth as kept (article_id, day, ${depthColumns})
    select story, day, ${depthValues}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (day date, story text, parts jsonb)
    on conflict (article_id, day) do update set ${depthCounts}`.execute(tx)
}

async function writeVitals(tx: Db, rows: VitalRow[]) {
  await sql`
    insert into analytics_vital as kept (day, page, name, bucket, samples)
    select day, page, name, bucket, samples from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (day date, page text, name text, bucket smallint, samples integer)
    on conflict (day, page, name, bucket) do update set samples = kept.samples + excluded.samples`.execute(tx)
}
