import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'
import { STALE_MS } from '#server/platform/mail.ts'

const MAX_COUNT = 1000

/** Counts are limited, so that they take the same time however much mail there is. */
export async function deliveryFigures(db: Db, now: Date) {
  const oldest = new Date(now.getTime() - STALE_MS)
  const count = (where: ReturnType<typeof sql>) =>
    sql<number>`(select count(*) from (select from mail where sent_at is null and ${where} limit ${MAX_COUNT}) counted)`
  const [figures, sent, failure] = await Promise.all([
    sql<{ failed: number; waiting: number }>`select ${count(sql`next_attempt_at is null`)} as failed,
      ${count(sql`next_attempt_at is not null and (created_at > ${oldest} or retried_at > ${oldest})`)} as waiting`.execute(
      db,
    ),
    db
      .selectFrom('mail')
      .select('sentAt')
      .where('sentAt', 'is not', null)
      .orderBy('createdAt', 'desc')
      .limit(1)
      .executeTakeFirst(),
    // Of the newest mail that was not delivered.
    sql<{ problem: string; at: Date }>`
      select problem, at from (
        (select problem, created_at as at from mail where sent_at is null and next_attempt_at is null
          order by created_at desc, id desc limit 1)
        union all
        (select problem, created_at as at from mail where sent_at is null and next_attempt_at is not null
          order by created_at desc, id desc limit ${MAX_COUNT})
      ) undelivered where problem is not null order by at desc limit 1`.execute(db),
  ])
  const { failed = 0, waiting = 0 } = figures.rows[0] ?? {}
  return {
    failed,
    waiting,
    lastSentAt: sent?.sentAt?.toISOString() ?? null,
    lastFailure: failure.rows[0] ? { problem: failure.rows[0].problem, at: failure.rows[0].at.toISOString() } : null,
  }
}
