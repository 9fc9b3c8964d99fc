import type { Viewer } from '#contract/viewer.ts'
import type { PersonReportReason } from '#contract/people.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { findOtherPerson } from './lock-pair.ts'

type Report = { reason: PersonReportReason; note: string }

/** Call inside a transaction. */
export async function resolvePersonReports({ db, now }: Pick<Ctx, 'db' | 'now'>, personId: string) {
  await db
    .updateTable('personReport')
    .set({ resolvedAt: now() })
    .where('personId', '=', personId)
    .where('resolvedAt', 'is', null)
    .execute()
}

/** Opens the reports again that a decision of this time has resolved. Call inside a transaction. */
export async function reopenPersonReports({ db }: Pick<Ctx, 'db'>, personId: string, resolvedAt: Date) {
  await db
    .updateTable('personReport')
    .set({ resolvedAt: null })
    .where('personId', '=', personId)
    .where('resolvedAt', '=', resolvedAt)
    .execute()
}

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
