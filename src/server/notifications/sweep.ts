import { sql } from 'kysely'
import { DAY_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'

const HAPPENINGS_MS = 7 * DAY_MS
const LINES_MS = 180 * DAY_MS
const MOST = 5000

/** Throws away what everybody was told a week ago, and lines that are half a year old. A few at a time. */
export async function sweepNotifications({ db, now }: Pick<Ctx, 'db' | 'now'>) {
  const before = (ms: number) => new Date(now().getTime() - ms)
  await sql`delete from happening where id in
    (select id from happening where done_at < ${before(HAPPENINGS_MS)} order by done_at limit ${MOST})`.execute(db)
  const old = await db
    .selectFrom('notification')
    .select(['id', 'personId'])
    .where('updatedAt', '<', before(LINES_MS))
    .orderBy('updatedAt')
    .limit(MOST)
    .execute()
  if (old.length === 0) return
  const people = [...new Set(old.map(({ personId }) => personId))].toSorted()
  // As everywhere: first the lists, in the order of their people, then what is in them.
  await sql`select from notification_state where person_id = any(${people}::text[]) order by person_id for update`.execute(
    db,
  )
  const gone = await db
    .deleteFrom('notification')
    .where('id', '=', sql<string>`any(${old.map(({ id }) => id)}::text[])`)
    .where('updatedAt', '<', before(LINES_MS))
    .returning(['personId', 'readAt'])
    .execute()
  const unread = gone.filter(({ readAt }) => readAt === null).map(({ personId }) => personId)
  await sql`update notification_state set unread = unread - gone.lines
    from (select person_id, count(*)::int as lines from unnest(${unread}::text[]) as person_id group by person_id) as gone
    where gone.person_id = notification_state.person_id`.execute(db)
}
