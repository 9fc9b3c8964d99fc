import type { StoryResponse } from '#contract/conversation/conversation.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { updateResponse, lockResponse } from './update-response.ts'
import { getResponse } from './response.ts'
import { permissionsFor } from './policy.ts'
import { resolveReports } from './report.ts'
import { notifyOfApproval, notifyOfResponse, recordReaderEngagement } from './notify.ts'

/** Hides a response and its replies from readers. Its author still sees it, marked as hidden. */
export async function hideResponse(ctx: Ctx<Viewer>, id: string): Promise<StoryResponse> {
  await inTransaction(ctx, async (tx) => {
    const locked = await lockResponse(tx, id)
    const { row, story } = locked
    const can = permissionsFor(tx.viewer, row, story, tx.now())
    if (can.approve && row.state === 'hidden') return
    if (!can.hide) throw new Refusal('not-allowed')
    await resolveReports(tx, id)
    await updateResponse(tx, locked, { state: 'hidden', heldFor: null, pinnedAt: null })
  })
  return getResponse(ctx, id)
}

/** Shows a hidden or held response. Notifications for a held response are sent now. */
export async function approveResponse(ctx: Ctx<Viewer>, id: string): Promise<StoryResponse> {
  await inTransaction(ctx, async (tx) => {
    const locked = await lockResponse(tx, id)
    const { row, thread, story } = locked
    const can = permissionsFor(tx.viewer, row, story, tx.now())
    if (can.hide && row.state === 'shown') return
    if (!can.approve) throw new Refusal('not-allowed')
    await resolveReports(tx, id)
    await notifyOfResponse(tx, story, row, row.parentId ? thread.authorId : null)
    if (row.state === 'held') await notifyOfApproval(tx, row)
    // A response held after it was shown has already counted as engagement.
    const isNew = row.state === 'held' && row.heldFor !== 'reports' && row.editedAt === null
    if (isNew) await recordReaderEngagement(tx, story, 'response', row.authorId)
    await updateResponse(tx, locked, { state: 'shown', heldFor: null })
  })
  return getResponse(ctx, id)
}
