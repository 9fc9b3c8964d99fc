import type { StoryResponse } from '#contract/conversation.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { changeResponse, lockSeen } from './change.ts'
import { oneResponse } from './one.ts'
import { canDo } from './policy.ts'
import { resolveReports } from './report.ts'
import { tellOfResponse, warm } from './notify.ts'

/** Takes a response, and with it what stands below it, from readers' sight. Its author still sees it, marked. */
export async function hideResponse(ctx: Ctx<Viewer>, id: string): Promise<StoryResponse> {
  await inTransaction(ctx, async (tx) => {
    const held = await lockSeen(tx, id)
    const { row, story } = held
    const can = canDo(tx.viewer, row, story, tx.now())
    if (can.approve && row.state === 'hidden') return
    if (!can.hide) throw new Refusal('not-allowed')
    await resolveReports(tx, id)
    await changeResponse(tx, held, { state: 'hidden', heldFor: null, pinnedAt: null })
  })
  return oneResponse(ctx, id)
}

/** Shows what was hidden or held. Whom a held one concerns is told now. */
export async function approveResponse(ctx: Ctx<Viewer>, id: string): Promise<StoryResponse> {
  await inTransaction(ctx, async (tx) => {
    const held = await lockSeen(tx, id)
    const { row, thread, story } = held
    const can = canDo(tx.viewer, row, story, tx.now())
    if (can.hide && row.state === 'shown') return
    if (!can.approve) throw new Refusal('not-allowed')
    await resolveReports(tx, id)
    await tellOfResponse(tx, story, row, row.parentId ? thread.authorId : null)
    // What was read before it was held has been counted.
    const isNew = row.state === 'held' && row.heldFor !== 'reports' && row.editedAt === null
    if (isNew) await warm(tx, story, 'response', row.authorId)
    await changeResponse(tx, held, { state: 'shown', heldFor: null })
  })
  return oneResponse(ctx, id)
}
