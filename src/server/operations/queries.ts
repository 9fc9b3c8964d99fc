import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { FailedJob } from '#contract/operations/names.ts'
import { DAY_MS } from '#contract/constants.ts'
import { time } from '#server/platform/cursor.ts'
import type { Db } from '#server/platform/db.ts'
import { defineSortedList } from '#server/platform/sorted-list.ts'

/** Counting stops here: no screen needs an exact number of more. */
export const MAX_COUNT = 10_000
const MINUTE_MS = 60_000
const OVERDUE_MS = 2 * MINUTE_MS
const HISTORY_MS = 30 * DAY_MS

export type FailedItemRow = {
  job: FailedJob
  id: string
  name: string
  error: string
  attempts: number | null
  at: Date
}

/** What each queue gave up. Every part has an index on the time and the id. */
const failedItems: Record<FailedJob, (now: Date) => RawBuilder<FailedItemRow>> = {
  'mail': () => sql`
    select 'mail' as job, id, subject as name, coalesce(problem, '') as error, attempts, created_at as at
    from mail where sent_at is null and next_attempt_at is null`,
  'pictures': () => sql`
    select 'pictures' as job, id, name, 'The file is damaged, or its format is not supported.' as error,
      null::int as attempts, updated_at as at
    from media where state = 'failed'`,
  'push': () => sql`
    select 'push' as job, id, 'Push notification' as name, coalesce(error, '') as error, attempts, failed_at as at
    from notification_push where failed_at is not null`,
  // Stories that became drafts, while they still are, and stories that stay scheduled because each attempt fails.
  'scheduled-publishing': (now) => sql`
    select 'scheduled-publishing' as job, article.id, draft.title as name,
      coalesce((select error from job_failure where item = 'article:' || article.id order by at desc limit 1), '') as error,
      null::int as attempts, article.scheduled_for as at
    from article join draft on draft.article_id = article.id
    where article.state = 'scheduled' and article.scheduled_for < ${new Date(now.getTime() - OVERDUE_MS)}
    union all
    select 'scheduled-publishing' as job, article_move.article_id as id, draft.title as name, article_move.note as error,
      null::int as attempts, article_move.at as at
    from article_move
    join article on article.id = article_move.article_id and article.state = 'draft'
    join draft on draft.article_id = article.id
    where article_move.move = 'unschedule' and article_move.by_id is null
      and article_move.at > ${new Date(now.getTime() - HISTORY_MS)}
      and not exists (select from article_move later
        where later.article_id = article_move.article_id and (later.at, later.id) > (article_move.at, article_move.id))`,
}

export type FailedPage = {
  jobs: readonly FailedJob[]
  before: { at: Date; id: string } | null
  limit: number
  now: Date
}

/** Newest first. */
export async function failedItemsPage(db: Db, { jobs, before, limit, now }: FailedPage): Promise<FailedItemRow[]> {
  const beyond = before ? sql`where (at, id) < (${before.at}, ${before.id})` : sql``
  const parts = jobs.map(
    (job) =>
      sql`(select * from (${failedItems[job](now)}) ${sql.ref(`failed_${job.replaceAll('-', '_')}`)} ${beyond}
        order by at desc, id desc limit ${limit})`,
  )
  const { rows } = await sql<FailedItemRow>`
    select * from (${sql.join(parts, sql` union all `)}) failed order by at desc, id desc limit ${limit}`.execute(db)
  return rows
}

function countUpTo(part: RawBuilder<unknown>, limit = MAX_COUNT) {
  return sql<number>`(select count(*) from (${part} limit ${limit}) counted)`
}

export async function countFailedItems(db: Db, now: Date): Promise<Record<FailedJob, number>> {
  const { rows } = await sql<{ mail: number; pictures: number; push: number; publications: number }>`
    select ${countUpTo(failedItems.mail(now))} as mail, ${countUpTo(failedItems.pictures(now))} as pictures,
      ${countUpTo(failedItems.push(now))} as push,
      ${countUpTo(failedItems['scheduled-publishing'](now), 100)} as publications`.execute(db)
  const { mail = 0, pictures = 0, push = 0, publications = 0 } = rows[0] ?? {}
  return { mail, pictures, push, 'scheduled-publishing': publications }
}

/** The rows in the queue of each job that has one. */
export async function countWaiting(db: Db, now: Date): Promise<Record<string, number>> {
  const staleMail = new Date(now.getTime() - DAY_MS)
  const queues: Record<string, RawBuilder<unknown>> = {
    'mail': sql`select from mail where sent_at is null and next_attempt_at is not null
      and (created_at > ${staleMail} or retried_at > ${staleMail})`,
    'pictures': sql`select from media where state = 'processing'`,
    'push': sql`select from notification_push where failed_at is null and due_at <= ${now}`,
    'notification-mail': sql`select from notification_mail where due_at <= ${now}`,
    'weekly-summary': sql`select from weekly_summary_mail`,
    // Two partial indexes: one for events with one recipient, one for those with many.
    'notifications': sql`(select from notification_event where done_at is null and person_id is not null
      union all select from notification_event where done_at is null and person_id is null)`,
    'scheduled-publishing': sql`select from article where state = 'scheduled' and scheduled_for <= ${now}`,
    'discovery': sql`select from for_you_state where due_at <= ${now}`,
    'related-stories': sql`select from related_due where since <= ${now} order by since`,
    'sitemap': sql`select from sitemap_change`,
  }
  const columns = Object.entries(queues).map(([name, part]) => sql`${countUpTo(part)} as ${sql.id(name)}`)
  const { rows } = await sql<Record<string, number>>`select ${sql.join(columns)}`.execute(db)
  return rows[0] ?? {}
}

/** A job is failing from a failed run to the next one that succeeds. */
export function jobStates(db: Db) {
  return db
    .selectFrom('jobState')
    .selectAll()
    .select(sql<boolean>`last_failure_at > coalesce(last_success_at, '-infinity')`.as('failing'))
    .orderBy('name')
    .execute()
}

/** Processes that reported within the last minute. */
export function liveProcesses(db: Db, now: Date) {
  return db
    .selectFrom('siteProcess')
    .selectAll()
    .where('seenAt', '>', new Date(now.getTime() - MINUTE_MS))
    .orderBy('host')
    .orderBy('pid')
    .execute()
}

export function processJobs(db: Db, now: Date) {
  return db
    .selectFrom('processJob')
    .innerJoin('siteProcess', 'siteProcess.id', 'processJob.processId')
    .select(['job', 'processId', 'processJob.startedAt', 'nextRunAt', 'host', 'pid'])
    .where('siteProcess.seenAt', '>', new Date(now.getTime() - MINUTE_MS))
    .orderBy('host')
    .orderBy('pid')
    .execute()
}

export async function databaseSize(db: Db) {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
  return rows[0]?.bytes ?? 0
}

const failuresPage = defineSortedList(
  { at: { by: sql.ref('jobFailure.at'), key: time } },
  { by: sql.ref('jobFailure.id'), key: z.int() },
  '-at',
)

type FailuresPage = {
  job?: string | undefined
  from: Date | null
  until: Date | null
  sort?: 'at' | '-at' | undefined
  before?: string | undefined
  limit: number
}

export function jobFailuresPage(db: Db, asked: FailuresPage) {
  let query = db.selectFrom('jobFailure').selectAll()
  if (asked.job) query = query.where('job', '=', asked.job)
  if (asked.from) query = query.where('at', '>=', asked.from)
  if (asked.until) query = query.where('at', '<', asked.until)
  return failuresPage(query, asked)
}

export async function databaseFigures(db: Db) {
  const { rows } = await sql<{ version: string; connections: number; maxConnections: number }>`
    select current_setting('server_version') as version, current_setting('max_connections')::int as max_connections,
      (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections`.execute(db)
  return rows[0] ?? { version: 'unknown', connections: 0, maxConnections: 0 }
}

/** The number of rows is PostgreSQL's estimate. */
export async function largestTables(db: Db, limit: number) {
  const { rows } = await sql<{ name: string; bytes: number; rows: number }>`
    select relname as name, pg_total_relation_size(oid) as bytes, greatest(reltuples, 0)::bigint as rows
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    order by 2 desc limit ${limit}`.execute(db)
  return rows
}

export function slowestQueries(db: Db, limit: number) {
  return db.selectFrom('slowQuery').selectAll().orderBy('totalMs', 'desc').limit(limit).execute()
}

export async function appliedMigrations(db: Db) {
  const rows = await db.selectFrom('migration').select('name').execute()
  return rows.map(({ name }) => name)
}

/** Hits and misses of all processes, in steps of this many minutes. */
export async function cacheHistory(db: Db, since: Date, minutes: number) {
  const { rows } = await sql<{ at: Date; hits: number; misses: number }>`
    select date_bin(${`${minutes} minutes`}::interval, at, 'epoch') as at, sum(hits)::bigint as hits,
      sum(misses)::bigint as misses
    from cache_minute where at >= ${since} group by 1 order by 1`.execute(db)
  return rows
}

export async function lastSentMail(db: Db) {
  const row = await db
    .selectFrom('mail')
    .select('sentAt')
    .where('sentAt', 'is not', null)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.sentAt ?? null
}

/** What the last proof of the berry ledger found. */
export async function countBookDifferences(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select jsonb_array_length(differences) as count from berry_proof order by id desc limit 1`.execute(db)
  return rows[0]?.count ?? 0
}
