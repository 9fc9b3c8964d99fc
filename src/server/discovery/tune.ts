import type { ForYouWeights } from '#contract/discovery.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { chooseFor } from './make-for-you.ts'

/** Keeps what a reader wants and chooses before it answers: the list they ask for next is the one they asked for. */
export function setWeights(ctx: Ctx<Viewer>, weights: ForYouWeights): Promise<ForYouWeights> {
  return inTransaction(ctx, async (tx) => {
    const { id: personId } = tx.viewer
    await tx.db
      .insertInto('forYouWeight')
      .values({ personId, ...weights })
      .onConflict((conflict) => conflict.column('personId').doUpdateSet(weights))
      .execute()
    await chooseFor(tx, personId, weights)
    return weights
  })
}
