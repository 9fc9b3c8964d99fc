import { type RawBuilder, sql } from 'kysely'
import type { FailedJob } from '#contract/operations.ts'
import { DAY_MS } from '#contract/constants.ts'
import type { Db } from '#server/platform/db.ts'

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
    // Two partial indexes: one for events with one recipient, one for those with many.
    'notifications': sql`(select from notification_event where done_at is null and person_id is not null
      union all select from notification_event where done_at is null and person_id is null)`,
    'scheduled-publishing': sql`select from article where state = 'scheduled' and scheduled_for <= ${now}`,
    'discovery': sql`select from for_you_state where due_at <= ${now}`,
    'related-stories': sql`select from related_due where since <= ${now}`,
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
