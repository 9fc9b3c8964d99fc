import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { askForRelated } from './notice.ts'
import { likeness } from './likeness.ts'

const MOST = 8

/** Finds what one story is related to. False when no story waits for it. */
export async function findRelated(ctx: Ctx): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const due = await tx.db
      .selectFrom('relatedDue')
      .select(['articleId', 'spreads'])
      .orderBy('since')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
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
    if (was.join() !== others.join()) tx.touch(`related:${articleId}`)
    return true
  })
}
