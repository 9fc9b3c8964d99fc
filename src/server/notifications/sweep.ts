import { sql } from 'kysely'
import { DAY_MS } from '#contract/constants.ts'
import { notifyInvalidated } from '#server/platform/cache/invalidation.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { sweepFailedPushes } from './push-delivery.ts'

const EVENT_RETENTION_MS = 7 * DAY_MS
const NOTIFICATION_RETENTION_MS = 180 * DAY_MS
const BATCH_SIZE = 5000

/** Deletes processed events and old notifications, in batches. Must run in a transaction. */
export async function sweepNotifications({ db, now }: Pick<Ctx, 'db' | 'now'>) {
  const before = (ms: number) => new Date(now().getTime() - ms)
  await sql`delete from notification_event where id in
    (select id from notification_event where done_at < ${before(EVENT_RETENTION_MS)} order by done_at limit ${BATCH_SIZE})`.execute(
    db,
  )
  await sweepFailedPushes({ db, now })
  const old = await db
    .selectFrom('notification')
    .select(['id', 'personId'])
    .where('updatedAt', '<', before(NOTIFICATION_RETENTION_MS))
    .orderBy('updatedAt')
    .limit(BATCH_SIZE)
    .execute()
  if (old.length === 0) return
  const people = [...new Set(old.map(({ personId }) => personId))].toSorted()
  // Lock order everywhere: lists in person id order, then their notifications.
  await sql`select from notification_state where person_id = any(${people}::text[]) order by person_id for update`.execute(
    db,
  )
  const deleted = await db
    .deleteFrom('notification')
    .where('id', '=', sql<string>`any(${old.map(({ id }) => id)}::text[])`)
    .where('updatedAt', '<', before(NOTIFICATION_RETENTION_MS))
    .returning(['personId', 'readAt'])
    .execute()
  const unread = deleted.filter(({ readAt }) => readAt === null).map(({ personId }) => personId)
  await sql`update notification_state set unread = unread - deleted.count
    from (select person_id, count(*)::int as count from unnest(${unread}::text[]) as person_id group by person_id) as deleted
    where deleted.person_id = notification_state.person_id`.execute(db)
  await notifyInvalidated(
    db,
    unread.map((personId) => `own:${personId}` as const),
  )
}
