import type { Viewer } from '#contract/viewer.ts'
import type { PersonReportReason } from '#contract/people.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { findOtherPerson } from './lock-pair.ts'

type Report = { reason: PersonReportReason; note: string }

/** Each person can report another once. */
export async function reportPerson(ctx: Ctx<Viewer>, ref: string, { reason, note }: Report) {
  const personId = await findOtherPerson(ctx, ref)
  return inTransaction(ctx, async (tx) => {
    await tx.db
      .insertInto('personReport')
      .values({ id: newId(), personId, byId: tx.viewer.id, reason, note, createdAt: tx.now() })
      .onConflict((conflict) => conflict.columns(['personId', 'byId']).doNothing())
      .execute()
    return {}
  })
}
