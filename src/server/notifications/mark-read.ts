import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'

/** Invalidated when notifications are read, so that the person's other tabs update their count. */
export const readTag = (personId: string) => `live:read:${personId}` as const

type Unread = { unread: number }

/** Marks notifications as read by id, or all up to a seq: later ones the viewer has not seen yet. */
export function markRead(
  ctx: Ctx<Viewer>,
  { ids, upTo }: { ids?: string[] | undefined; upTo?: number | undefined },
): Promise<Unread> {
  if (ids === undefined && upTo === undefined) {
    throw new Refusal('invalid', { issues: [{ path: ['body'], message: 'Pass ids or upTo.' }] })
  }
  return updateList(ctx, async (tx) => {
    let query = tx.db
      .updateTable('notification')
      .set({ readAt: tx.now() })
      .where('personId', '=', tx.viewer.id)
      .where('readAt', 'is', null)
    if (ids) {
      await requireOwn(tx, ids)
      query = query.where('id', 'in', ids)
    }
    if (upTo !== undefined) query = query.where('seq', '<=', upTo)
    const { numUpdatedRows } = await query.executeTakeFirst()
    return -Number(numUpdatedRows)
  })
}

export function markUnread(ctx: Ctx<Viewer>, id: string): Promise<Unread> {
  return updateList(ctx, async (tx) => {
    await requireOwn(tx, [id])
    // If another unread notification has the same group key, new events must be grouped into that one only.
    const about = sql<string>`case when exists (select from notification as open
      where open.person_id = notification.person_id and open.about = notification.about and open.read_at is null)
      then notification.id else notification.about end`
    const { numUpdatedRows } = await tx.db
      .updateTable('notification')
      .set({ readAt: null, about })
      .where('id', '=', id)
      .where('readAt', 'is not', null)
      .executeTakeFirst()
    return Number(numUpdatedRows)
  })
}

/** The cause stays recorded, so the same event does not create it again. */
export function deleteNotification(ctx: Ctx<Viewer>, id: string): Promise<Unread> {
  return updateList(ctx, async (tx) => {
    await requireOwn(tx, [id])
    const gone = await tx.db.deleteFrom('notification').where('id', '=', id).returning('readAt').executeTakeFirst()
    return gone?.readAt === null ? -1 : 0
  })
}

/** Locks the viewer's list, applies the change and adds its result to the unread count. */
function updateList(ctx: Ctx<Viewer>, change: (tx: Ctx<Viewer>) => Promise<number>): Promise<Unread> {
  return inTransaction(ctx, async (tx) => {
    const { db, viewer, invalidate } = tx
    const state = await db
      .selectFrom('notificationState')
      .select('unread')
      .where('personId', '=', viewer.id)
      .forUpdate()
      .executeTakeFirst()
    const by = await change(tx)
    if (!state || by === 0) return { unread: state?.unread ?? 0 }
    const unread = state.unread + by
    await db.updateTable('notificationState').set({ unread }).where('personId', '=', viewer.id).execute()
    invalidate(readTag(viewer.id))
    return { unread }
  })
}

/** Another person's notification is `not-found`, so its existence is not revealed. */
async function requireOwn({ db, viewer }: Ctx<Viewer>, ids: string[]) {
  const own = await db
    .selectFrom('notification')
    .select('id')
    .where('id', 'in', ids)
    .where('personId', '=', viewer.id)
    .where('shown', '=', true)
    .execute()
  if (own.length < new Set(ids).size) throw new Refusal('not-found')
}
