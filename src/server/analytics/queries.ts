import { sql } from 'kysely'
import { z } from 'zod'
import type { Dimension, Period, Point, Totals } from '#contract/analytics/analytics.ts'
import { DEPTH_PARTS } from '#contract/analytics/events.ts'
import { defineCursor } from '#server/platform/cursor.ts'
import type { Db } from '#server/platform/db.ts'
import { PLAN_FOR_VALUES } from '#server/platform/prepared-statements.ts'
import { type Days, figuresIn, vitalsIn } from './figures-in-period.ts'
import { VITAL_BASE } from './vitals.ts'

/** What is counted: the whole site, or stories. */
export type Scope = { kind: 'site' } | { kind: 'stories'; ids: readonly string[] }

const NO_TOTALS: Totals = { views: 0, visitors: 0, reads: 0 }
const sums = sql`sum(views)::int as views, sum(reads)::int as reads, sum(visitors)::int as visitors`

function articlesOf(scope: Scope) {
  return scope.kind === 'site' ? [''] : scope.ids
}

/** The totals of each of the stories, or with an empty id of the site, in rows of days and of months. */
export async function totalsIn(db: Db, days: Days, articles: readonly string[]) {
  const figures = await figuresIn(db, days, sql`article_id = asked.id and dimension = 'total'`)
  return sql`unnest(${[...articles]}::text[]) as asked (id) cross join lateral ${figures}`
}

/** Everything that was received until then is counted. */
export async function countedUntil(db: Db, now: Date): Promise<Date> {
  const row = await db.selectFrom('analyticsBatch').select('receivedAt').orderBy('id').limit(1).executeTakeFirst()
  return row?.receivedAt ?? now
}

/** The first day of the site that has figures. */
export async function firstDay(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('analyticsDay')
    .select('day')
    .where('articleId', '=', '')
    .where('dimension', '=', 'total')
    .orderBy('day')
    .limit(1)
    .executeTakeFirst()
  return row?.day ?? null
}

export async function totalsOf(db: Db, scope: Scope, days: Days): Promise<Totals> {
  const { rows } = await sql<{ [Name in keyof Totals]: number | null }>`
    select ${sums} from ${await totalsIn(db, days, articlesOf(scope))}`.execute(db)
  const [found] = rows
  return found ? { views: found.views ?? 0, visitors: found.visitors ?? 0, reads: found.reads ?? 0 } : NO_TOTALS
}

/** Only steps with figures, by their start. */
export async function seriesOf(
  db: Db,
  scope: Scope,
  period: Pick<Period, 'from' | 'to' | 'step'>,
): Promise<Map<string, Totals>> {
  const rows = period.step === 'hour' ? await hoursOf(db, scope, period.from) : await stepsOf(db, scope, period)
  return new Map(rows.map(({ at, views, visitors, reads }) => [at, { views, visitors, reads }]))
}

async function stepsOf(db: Db, scope: Scope, { from, to, step }: Pick<Period, 'from' | 'to' | 'step'>) {
  const { rows } = await sql<Point>`
    ${PLAN_FOR_VALUES} select to_char(date_trunc(${step}, day::timestamp), 'YYYY-MM-DD') as at, ${sums}
    from (
      select day, sum(views) as views, sum(reads) as reads, sum(visitors) as visitors from analytics_day
      where article_id = any(${[...articlesOf(scope)]}::text[]) and dimension = 'total' and day between ${from} and ${to} group by day
    ) as by_day group by 1`.execute(db)
  return rows
}

async function hoursOf(db: Db, scope: Scope, day: string) {
  const only =
    scope.kind === 'site' ? sql`dimension = 'total'` : sql`dimension = 'story' and value = any(${scope.ids}::text[])`
  const { rows } = await sql<Point>`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:00:00.000"Z"') as at, ${sums} from analytics_hour
    where ${only} and at >= ${`${day}T00:00:00Z`}::timestamptz and at < ${`${day}T00:00:00Z`}::timestamptz + interval '1 day'
    group by 1`.execute(db)
  return rows
}

export type ValueRow = Totals & { value: string }
const cursor = defineCursor(z.tuple([z.int().min(0), z.string().max(400)]))
type ValuesQuery = { dimension: Dimension | 'step' | 'follow' | 'total'; limit: number; before?: string | undefined }

/** The values of a dimension with most views first. */
export async function valuesOf(db: Db, article: string, days: Days, query: ValuesQuery) {
  const place = cursor.read(query.before)
  const beyond = place
    ? sql`having sum(views) < ${place[0]} or (sum(views) = ${place[0]} and value > ${place[1]})`
    : sql``
  const figures = await figuresIn(db, days, sql`article_id = ${article} and dimension = ${query.dimension}`)
  const { rows } = await sql<ValueRow>`
    ${PLAN_FOR_VALUES} select value, ${sums} from ${figures}
    group by value ${beyond} order by sum(views) desc, value limit ${query.limit + 1}`.execute(db)
  return cursor.paginate(rows, query.limit, ({ views, value }) => [views, value])
}

/** The views of some values. */
export async function viewsOf(db: Db, article: string, days: Days, dimension: string, values: readonly string[]) {
  if (values.length === 0) return new Map<string, number>()
  const where = sql`article_id = ${article} and dimension = ${dimension} and value = any(${values}::text[])`
  const { rows } = await sql<{ value: string; views: number }>`
    ${PLAN_FOR_VALUES} select value, sum(views)::int as views
    from ${await figuresIn(db, days, where)} group by value`.execute(db)
  return new Map(rows.map(({ value, views }) => [value, views]))
}

/** Views and reads of each story. */
export async function totalsByStory(db: Db, ids: readonly string[], days: Days) {
  const { rows } = await sql<Totals & { id: string }>`
    select asked.id, ${sums} from ${await totalsIn(db, days, ids)} group by asked.id`.execute(db)
  return new Map(rows.map(({ id, ...totals }) => [id, totals]))
}

/** How many views reached each part of a story, from the first part to the last. */
export async function depthOf(db: Db, article: string, { from, to }: Days): Promise<number[]> {
  const parts = Array.from(
    { length: DEPTH_PARTS },
    (_, index) => sql`coalesce(sum(${sql.ref(`p${index + 1}`)}), 0)::int`,
  )
  const { rows } = await sql<{ parts: number[] }>`
    select array[${sql.join(parts)}] as parts from analytics_depth
    where article_id = ${article} and day between ${from} and ${to}`.execute(db)
  return rows[0]?.parts ?? []
}

type VitalRow = { page: string; name: string; bucket: number; samples: number }

/** The bucket of the 75th percentile of each web vital. */
export async function vitalBuckets(db: Db, days: Days) {
  const { rows } = await sql<VitalRow>`
    select page, name, samples, min(bucket) filter (where reached * 4 >= samples * 3)::int as bucket from (
      select page, name, bucket, sum(sum(samples)) over (partition by page, name order by bucket)::int as reached,
        sum(sum(samples)) over (partition by page, name)::int as samples
      from ${await vitalsIn(db, days)} group by page, name, bucket
    ) as histogram group by page, name, samples order by page, name`.execute(db)
  return rows.map(({ bucket, name, ...row }) => {
    const value = VITAL_BASE ** bucket
    return { ...row, name, p75: name === 'CLS' ? value / 1000 : value }
  })
}

export async function countLive(db: Db, since: Date) {
  const { count } = await db
    .selectFrom('analyticsLive')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('at', '>=', since)
    .executeTakeFirstOrThrow()
  return count
}

export function livePages(db: Db, since: Date, limit: number) {
  return db
    .selectFrom('analyticsLive')
    .leftJoin('article', 'article.id', 'analyticsLive.articleId')
    .select(({ fn }) => [
      fn.min('analyticsLive.path').as('path'),
      fn.min('article.title').as('title'),
      fn.countAll<number>().as('visitors'),
    ])
    .where('analyticsLive.at', '>=', since)
    .groupBy(sql`coalesce(analytics_live.article_id, analytics_live.path)`)
    .orderBy('visitors', 'desc')
    .orderBy('path')
    .limit(limit)
    .execute()
}

/** Titles and addresses of stories. Only published stories have an address. */
export async function storiesById(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { title: string; ref: string | null }>()
  const rows = await db.selectFrom('article').select(['id', 'title', 'slug', 'state']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, title, slug, state }) => [id, { title, ref: state === 'published' ? slug : null }]))
}

type Cohort = { week: string; people: number }

/** The people who signed up in each week since. */
export async function cohortSizes(db: Db, since: string): Promise<Cohort[]> {
  const { rows } = await sql<Cohort>`
    select to_char(date_trunc('week', created_at at time zone 'UTC'), 'YYYY-MM-DD') as week, count(*)::int as people
    from person where created_at >= ${`${since}T00:00:00Z`} group by 1 order by 1`.execute(db)
  return rows
}

/** How many people of each cohort were active in each week after. */
export async function cohortActivity(db: Db, since: string) {
  const { rows } = await sql<{ week: string; later: number; people: number }>`
    select to_char(joined.week, 'YYYY-MM-DD') as week, ((activity.week - joined.week::date) / 7)::int as later,
      count(*)::int as people
    from analytics_activity as activity
    join person on person.id = activity.person_id
    cross join lateral (select date_trunc('week', person.created_at at time zone 'UTC') as week) as joined
    where activity.week >= ${since} and person.created_at >= ${`${since}T00:00:00Z`} and activity.week >= joined.week::date
    group by 1, 2`.execute(db)
  return rows
}
