import { sql } from 'kysely'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'

/** What processes hear when somebody has read: their other windows count anew. */
export const readName = (personId: string) => `live:read:${personId}` as const

type Unread = { unread: number }

/** Marks these lines as read, or all up to a change: what came after it, the viewer has not seen. */
export function markRead(
  ctx: Ctx<Viewer>,
  { ids, upTo }: { ids?: string[] | undefined; upTo?: number | undefined },
): Promise<Unread> {
  if (ids === undefined && upTo === undefined) {
    throw new Refusal('invalid', { issues: [{ path: ['body'], message: 'Say which lines, or up to which change.' }] })
  }
  return changing(ctx, async (tx) => {
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
  return changing(ctx, async (tx) => {
    await requireOwn(tx, [id])
    // Where another line about the same is not read either, new things join that one and not both.
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

/** Takes a line out of the list. Its cause does not bring it back. */
export function removeLine(ctx: Ctx<Viewer>, id: string): Promise<Unread> {
  return changing(ctx, async (tx) => {
    await requireOwn(tx, [id])
    const gone = await tx.db.deleteFrom('notification').where('id', '=', id).returning('readAt').executeTakeFirst()
    return gone?.readAt === null ? -1 : 0
  })
}

/** Locks the viewer's list, changes it, and counts by how many lines fewer or more are not read. */
function changing(ctx: Ctx<Viewer>, change: (tx: Ctx<Viewer>) => Promise<number>): Promise<Unread> {
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
    invalidate(readName(viewer.id))
    return { unread }
  })
}

/** Of somebody else's line nobody learns that it is there. */
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
