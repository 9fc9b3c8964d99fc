import { sql } from 'kysely'
import type { Viewer } from '#contract/viewer.ts'
import { type NotificationFilter, filteredKinds } from '#contract/notifications/filters.ts'
import type { Notification } from '#contract/notifications/notifications.ts'
import type { PageOf } from '#contract/shapes.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { timeCursor } from '#server/platform/cursor.ts'
import { lineRows, presentLines } from './lines.ts'

type Wanted = { filter: NotificationFilter; before?: string | undefined; limit: number }
type Standing = { unread: number; lastSeq: number }

/** What the viewer was told, the latest first. */
export async function listNotifications(
  ctx: Ctx<Viewer>,
  { filter, before, limit }: Wanted,
): Promise<PageOf<Notification> & Standing> {
  const { db, viewer } = ctx
  // First the number of the last change: what comes after it arrives on the live stream, and nothing falls between.
  const standing = await unread(ctx)
  let query = lineRows(db).where('notification.personId', '=', viewer.id)
  if (filter === 'unread') query = query.where('notification.readAt', 'is', null)
  else if (filter !== 'all') query = query.where('notification.kind', 'in', filteredKinds[filter])
  const cursor = timeCursor.read(before)
  if (cursor) {
    query = query.where((eb) => eb(eb.refTuple('notification.updatedAt', 'notification.id'), '<', eb.tuple(...cursor)))
  }
  const rows = await query
    .orderBy('notification.updatedAt', 'desc')
    .orderBy('notification.id', 'desc')
    .limit(limit + 1)
    .execute()
  const { shown, next } = timeCursor.paginate(rows, limit, ({ updatedAt, id }) => [updatedAt, id])
  const items = (await presentLines(ctx, shown)).map(({ line }) => line)
  return { items, next, ...standing }
}

/** How many lines the viewer has not read, and the number of the last change. */
export async function unread({ db, viewer }: Pick<Ctx<Viewer>, 'db' | 'viewer'>): Promise<Standing> {
  const row = await db
    .selectFrom('notificationState')
    .select(['unread', 'lastSeq'])
    .where('personId', '=', viewer.id)
    .executeTakeFirst()
  return row ?? { unread: 0, lastSeq: 0 }
}

/** The same of many people, for the live stream. Whoever was never told anything is not among them. */
export function standings({ db }: Pick<Ctx, 'db'>, people: string[]) {
  return db
    .selectFrom('notificationState')
    .select(['personId', 'unread', 'lastSeq'])
    .where('personId', '=', sql<string>`any(${people}::text[])`)
    .execute()
}

type Behind = { personId: string; after: number }

/** The next few changes of each of these people's lists, in their order. */
export async function linesAfter(ctx: Pick<Ctx, 'db' | 'site'>, behind: Behind[], most: number) {
  if (behind.length === 0) return []
  const chosen = sql<string>`(select line.id
    from unnest(${behind.map(({ personId }) => personId)}::text[], ${behind.map(({ after }) => after)}::bigint[]) as reader (person_id, after)
    cross join lateral (select id from notification
      where notification.person_id = reader.person_id and seq > reader.after and shown order by seq limit ${most}) as line)`
  const rows = await lineRows(ctx.db).where('notification.id', 'in', chosen).orderBy('notification.seq').execute()
  return presentLines(ctx, rows)
}
