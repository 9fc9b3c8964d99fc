import type { StoryResponse } from '#contract/conversation.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { changeResponse, lockSeen } from './change.ts'
import { holdReason } from './moderation-filter.ts'
import { keepMentions } from './mentions.ts'
import { oneResponse } from './one.ts'
import { canDo } from './policy.ts'
import { tellOfResponse } from './notify.ts'
import { readable } from './words.ts'

/** Changes one's own response while it is new. What is changed is judged again; what is held stays so until it was looked at. */
export async function editResponse(ctx: Ctx<Viewer>, id: string, written: string): Promise<StoryResponse> {
  const text = readable(written)
  await inTransaction(ctx, async (tx) => {
    const held = await lockSeen(tx, id)
    const { row, thread, story } = held
    if (row.authorId !== tx.viewer.id || row.state === 'deleted') throw new Refusal('not-allowed')
    if (!canDo(tx.viewer, row, story, tx.now()).edit) {
      throw new Refusal('wrong-state', { state: row.state, message: 'This response can no longer be changed.' })
    }
    if (text === row.text) return
    const heldFor = row.state === 'shown' ? await holdReason(tx, story, text) : null
    await keepMentions(tx, id, text)
    if (row.state === 'shown' && !heldFor) await tellOfResponse(tx, story, row, row.parentId ? thread.authorId : null)
    // A thread that nobody may read is not what readers should find first.
    const hold = heldFor ? { state: 'held' as const, heldFor, pinnedAt: null } : {}
    await changeResponse(tx, held, { text, editedAt: tx.now(), ...hold })
  })
  return oneResponse(ctx, id)
}
