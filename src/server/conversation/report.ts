import type { ResponseReportReason } from '#contract/conversation/conversation.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { getSetting } from '#server/settings/owner-settings.ts'
import { updateResponse, lockResponse } from './update-response.ts'
import { permissionsFor } from './policy.ts'

type Report = { reason: ResponseReportReason; note: string }

/** Reports a response, once per person. After enough open reports the response is held for review. */
export async function reportResponse(ctx: Ctx<Viewer>, id: string, { reason, note }: Report) {
  await inTransaction(ctx, async (tx) => {
    const locked = await lockResponse(tx, id)
    if (!permissionsFor(tx.viewer, locked.row, locked.story, tx.now()).report) throw new Refusal('not-allowed')
    const { numInsertedOrUpdatedRows } = await tx.db
      .insertInto('responseReport')
      .values({ id: newId(), responseId: id, byId: tx.viewer.id, reason, note, createdAt: tx.now() })
      .onConflict((conflict) => conflict.columns(['responseId', 'byId']).doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) return
    const enough = await getSetting(tx, 'responses.reportsToHold')
    if (enough === 0 || (await countOpenReports(tx, id)) < enough) return
    await updateResponse(tx, locked, { state: 'held', heldFor: 'reports', pinnedAt: null })
  })
  return {}
}

async function countOpenReports({ db }: Pick<Ctx, 'db'>, id: string) {
  const { count } = await db
    .selectFrom('responseReport')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('responseId', '=', id)
    .where('resolvedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Call inside a transaction. */
export async function resolveReports({ db, now }: Pick<Ctx, 'db' | 'now'>, id: string) {
  await db
    .updateTable('responseReport')
    .set({ resolvedAt: now() })
    .where('responseId', '=', id)
    .where('resolvedAt', 'is', null)
    .execute()
}

/** Opens the reports again that a decision of this time has resolved. Call inside a transaction. */
export async function reopenReports({ db }: Pick<Ctx, 'db'>, id: string, resolvedAt: Date) {
  await db
    .updateTable('responseReport')
    .set({ resolvedAt: null })
    .where('responseId', '=', id)
    .where('resolvedAt', '=', resolvedAt)
    .execute()
}

export async function hasOpenReports({ db }: Pick<Ctx, 'db'>, id: string) {
  return (await countOpenReports({ db }, id)) > 0
}
