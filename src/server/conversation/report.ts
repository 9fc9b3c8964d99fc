import type { ResponseReportReason } from '#contract/conversation.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { changeResponse, lockSeen } from './change.ts'
import { REPORTS_TO_HOLD } from './moderation-filter.ts'
import { canDo } from './policy.ts'

type Report = { reason: ResponseReportReason; note: string }

/** Tells the editors about a response, once each. When enough people did, it waits for somebody to look at it. */
export async function reportResponse(ctx: Ctx<Viewer>, id: string, { reason, note }: Report) {
  await inTransaction(ctx, async (tx) => {
    const held = await lockSeen(tx, id)
    if (!canDo(tx.viewer, held.row, held.story, tx.now()).report) throw new Refusal('not-allowed')
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto('responseReport')
      .values({ id: newId(), responseId: id, byId: tx.viewer.id, reason, note, createdAt: tx.now() })
      .onConflict((conflict) => conflict.columns(['responseId', 'byId']).doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n || (await openReports(tx, id)) < REPORTS_TO_HOLD) return
    await changeResponse(tx, held, { state: 'held', heldFor: 'reports', pinnedAt: null })
  })
  return {}
}

async function openReports({ db }: Pick<Ctx, 'db'>, id: string) {
  const { count } = await db
    .selectFrom('responseReport')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('responseId', '=', id)
    .where('resolvedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Somebody has looked at it. Inside a transaction. */
export async function resolveReports({ db, now }: Pick<Ctx, 'db' | 'now'>, id: string) {
  await db
    .updateTable('responseReport')
    .set({ resolvedAt: now() })
    .where('responseId', '=', id)
    .where('resolvedAt', 'is', null)
    .execute()
}
