import type { ForYouWeights } from '#contract/discovery.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { candidatesFor } from './candidates.ts'
import { choose } from './choose.ts'
import { weightsOf } from './weights.ts'

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
    await chooseFor(tx, due.personId, await weightsOf(tx.db, due.personId))
    return true
  })
}

/** Chooses for one person now. Nothing is kept for those who want the newest: they are read by their index. Inside a transaction. */
export async function chooseFor(tx: Ctx, personId: string, weights: ForYouWeights) {
  const { db, now } = tx
  // Its row is locked from here on, so that two choices at once follow each other.
  const made = { madeAt: now(), dueAt: null }
  await db
    .insertInto('forYouState')
    .values({ personId, ...made })
    .onConflict((conflict) => conflict.column('personId').doUpdateSet(made))
    .execute()
  const chosen = weights.newest ? [] : choose(await candidatesFor(tx, personId), MOST, weights)
  await db.deleteFrom('forYou').where('personId', '=', personId).execute()
  const rows = chosen.map(({ id, why }, position) => ({
    personId,
    position,
    articleId: id,
    why: why.kind,
    whyName: why.name.slice(0, 200),
  }))
  if (rows.length > 0) await db.insertInto('forYou').values(rows).execute()
}
