import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { scheduleRelated } from './story-ranks.ts'
import { findSimilarStories } from './similarity.ts'

const MAX_RELATED = 8
const SPREADING_LOCK = 0x7265_6c61

/** Processes one queued story. Returns false if the queue is empty. */
export async function findRelated(ctx: Ctx): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const due = await claimNextDue(tx)
    if (!due) return false
    const { articleId, spreads } = due
    const others = await findSimilarStories(tx, articleId, MAX_RELATED)
    const before = await tx.db
      .deleteFrom('relatedStory')
      .where('articleId', '=', articleId)
      .returning(['otherId', 'position'])
      .execute()
    const rows = others.map((otherId, position) => ({ articleId, position, otherId }))
    if (rows.length > 0) await tx.db.insertInto('relatedStory').values(rows).execute()
    await tx.db.deleteFrom('relatedDue').where('articleId', '=', articleId).execute()
    if (spreads) await scheduleRelated(tx, others, false)
    const was = before.toSorted((one, other) => one.position - other.position).map(({ otherId }) => otherId)
    if (was.join() !== others.join()) tx.invalidate(`soon:related:${articleId}`)
    return true
  })
}

/**
 * Locks the oldest queued story. Only one transaction at a time claims stories that spread: these write rows of other
 * stories, and two such transactions could deadlock.
 */
async function claimNextDue({ db }: Ctx) {
  const lock = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${SPREADING_LOCK}) as mine`.execute(db)
  let due = db.selectFrom('relatedDue').select(['articleId', 'spreads'])
  if (!lock.rows[0]?.mine) due = due.where('spreads', '=', false)
  return due.orderBy('since').limit(1).forUpdate().skipLocked().executeTakeFirst()
}
