import type { Viewer } from '#contract/viewer.ts'
import type { PersonReportReason } from '#contract/people.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { somebodyElse } from './pairs.ts'

type Report = { reason: PersonReportReason; note: string }

/** Tells the editors about somebody. Each person is heard once about another. */
export async function reportPerson(ctx: Ctx<Viewer>, ref: string, { reason, note }: Report) {
  const personId = await somebodyElse(ctx, ref)
  return inTransaction(ctx, async (tx) => {
    await tx.db
      .insertInto('personReport')
      .values({ id: newId(), personId, byId: tx.viewer.id, reason, note, createdAt: tx.now() })
      .onConflict((conflict) => conflict.columns(['personId', 'byId']).doNothing())
      .execute()
    return {}
  })
}
