import { sql } from 'kysely'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { askForRelated } from './notice.ts'
import { likeness } from './likeness.ts'

const MOST = 8
const SPREADING_LOCK = 0x7265_6c61

/** Finds what one story is related to. False when no story waits for it. */
export async function findRelated(ctx: Ctx): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const due = await takeDue(tx)
    if (!due) return false
    const { articleId, spreads } = due
    const others = await likeness(tx, articleId, MOST)
    const before = await tx.db
      .deleteFrom('relatedStory')
      .where('articleId', '=', articleId)
      .returning(['otherId', 'position'])
      .execute()
    const rows = others.map((otherId, position) => ({ articleId, position, otherId }))
    if (rows.length > 0) await tx.db.insertInto('relatedStory').values(rows).execute()
    await tx.db.deleteFrom('relatedDue').where('articleId', '=', articleId).execute()
    if (spreads) await askForRelated(tx, others, false)
    const was = before.toSorted((one, other) => one.position - other.position).map(({ otherId }) => otherId)
    if (was.join() !== others.join()) tx.invalidate(`related:${articleId}`)
    return true
  })
}

/**
 * Locks the story that has waited longest. One transaction at a time takes stories that spread: it writes the rows of other
 * stories, and two of them would each wait for the row that the other has locked.
 */
async function takeDue({ db }: Ctx) {
  const lock = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${SPREADING_LOCK}) as mine`.execute(db)
  let due = db.selectFrom('relatedDue').select(['articleId', 'spreads'])
  if (!lock.rows[0]?.mine) due = due.where('spreads', '=', false)
  return due.orderBy('since').limit(1).forUpdate().skipLocked().executeTakeFirst()
}
