import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { candidatesFor } from './candidates.ts'
import { choose } from './choose.ts'

const MOST = 100

/** Chooses for one person whose time has come. False when there is nobody. */
export async function makeForYou(ctx: Ctx): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const due = await tx.db
      .selectFrom('forYouState')
      .select('personId')
      .where('dueAt', '<=', tx.now())
      .orderBy('dueAt')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!due) return false
    const { personId } = due
    const chosen = choose(await candidatesFor(tx, personId), MOST)
    await tx.db.deleteFrom('forYou').where('personId', '=', personId).execute()
    if (chosen.length > 0) {
      await tx.db
        .insertInto('forYou')
        .values(
          chosen.map(({ id, why }, position) => ({
            personId,
            position,
            articleId: id,
            why: why.kind,
            whyName: why.name.slice(0, 200),
          })),
        )
        .execute()
    }
    await tx.db
      .updateTable('forYouState')
      .set({ madeAt: tx.now(), dueAt: null })
      .where('personId', '=', personId)
      .execute()
    return true
  })
}
