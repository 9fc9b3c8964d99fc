import { sql } from 'kysely'
import type { Viewer } from '#contract/viewer.ts'
import { type NotificationFilter, filteredKinds } from '#contract/notifications/filters.ts'
import type { Notification } from '#contract/notifications/notifications.ts'
import type { PageOf } from '#contract/shapes.ts'
import { type Placeholders, compiledQuery } from '#server/platform/compiled-query.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { timeCursor } from '#server/platform/cursor.ts'
import { notificationRows, presentNotifications } from './present.ts'

type ListQuery = { filter: NotificationFilter; before?: string | undefined; limit: number }
type UnreadState = { unread: number; lastSeq: number }

export async function listNotifications(
  ctx: Ctx<Viewer>,
  { filter, before, limit }: ListQuery,
): Promise<PageOf<Notification> & UnreadState> {
  const { db, viewer } = ctx
  // Read before the list: anything after this seq arrives on the live stream, so nothing is missed in between.
  const state = await getUnreadState(ctx)
  let query = notificationRows(db).where('notification.personId', '=', viewer.id)
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
  const items = (await presentNotifications(ctx, shown)).map(({ notification }) => notification)
  return { items, next, ...state }
}

export async function getUnreadState({ db, viewer }: Pick<Ctx<Viewer>, 'db' | 'viewer'>): Promise<UnreadState> {
  const [row] = await unreadStates(db, { personId: viewer.id })
  return row ?? { unread: 0, lastSeq: 0 }
}

const unreadStates = compiledQuery((db, { personId }: Placeholders<{ personId: string }>) =>
  db.selectFrom('notificationState').select(['unread', 'lastSeq']).where('personId', '=', personId),
)

/** For the live stream. People without any notification have no row. */
export function listUnreadStates({ db }: Pick<Ctx, 'db'>, people: string[]) {
  return db
    .selectFrom('notificationState')
    .select(['personId', 'unread', 'lastSeq'])
    .where('personId', '=', sql<string>`any(${people}::text[])`)
    .execute()
}

type Behind = { personId: string; after: number }

/** The next changes of each person's list, in seq order. */
export async function listNotificationsAfter(ctx: Pick<Ctx, 'db' | 'site'>, behind: Behind[], limit: number) {
  if (behind.length === 0) return []
  const chosen = sql<string>`(select item.id
    from unnest(${behind.map(({ personId }) => personId)}::text[], ${behind.map(({ after }) => after)}::bigint[]) as reader (person_id, after)
    cross join lateral (select id from notification
      where notification.person_id = reader.person_id and seq > reader.after and shown order by seq limit ${limit}) as item)`
  const rows = await notificationRows(ctx.db)
    .where('notification.id', 'in', chosen)
    .orderBy('notification.seq')
    .execute()
  return presentNotifications(ctx, rows)
}
