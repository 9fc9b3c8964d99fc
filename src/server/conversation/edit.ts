import type { StoryResponse } from '#contract/conversation/conversation.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { requireNotBanned } from '#server/people/sanctions.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { updateResponse, lockResponse } from './update-response.ts'
import { findHoldReason } from './hold-reason.ts'
import { saveMentions } from './mentions.ts'
import { getResponse } from './response.ts'
import { permissionsFor } from './policy.ts'
import { notifyOfResponse } from './notify.ts'
import { normalizeText } from './normalize-text.ts'

/** Edits the viewer's own response within the edit window. The new text is moderated again; a held response stays held. */
export async function editResponse(ctx: Ctx<Viewer>, id: string, written: string): Promise<StoryResponse> {
  const text = normalizeText(written)
  await inTransaction(ctx, async (tx) => {
    const locked = await lockResponse(tx, id)
    const { row, thread, story } = locked
    if (row.authorId !== tx.viewer.id || row.state === 'deleted') throw new Refusal('not-allowed')
    if (!permissionsFor(tx.viewer, row, story, tx.now()).edit) {
      throw new Refusal('wrong-state', { state: row.state, message: 'This response can no longer be edited.' })
    }
    if (text === row.text) return
    await requireNotBanned(tx)
    const heldFor = row.state === 'shown' ? await findHoldReason(tx, story, text) : null
    await saveMentions(tx, id, text)
    if (row.state === 'shown' && !heldFor) await notifyOfResponse(tx, story, row, row.parentId ? thread.authorId : null)
    // A held thread must not stay pinned.
    const hold = heldFor ? { state: 'held' as const, heldFor, pinnedAt: null } : {}
    await updateResponse(tx, locked, { text, editedAt: tx.now(), ...hold })
  })
  return getResponse(ctx, id)
}
