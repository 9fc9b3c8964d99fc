import type { HiddenAs, StoryResponse } from '#contract/conversation/conversation.ts'
import { hasRole } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import type { DecidedFrom } from '#contract/moderation/moderation.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { type LockedResponse, updateResponse, lockResponse } from './update-response.ts'
import { getResponse } from './response.ts'
import { permissionsFor } from './policy.ts'
import { resolveReports } from './report.ts'
import { canModerate } from './story.ts'
import { notifyOfApproval, notifyOfResponse, recordReaderEngagement } from './notify.ts'

/** Hides a response and its replies from readers. Its author still sees it, marked as hidden. */
export async function hideResponse(ctx: Ctx<Viewer>, id: string): Promise<StoryResponse> {
  await inTransaction(ctx, async (tx) => {
    const locked = await lockResponse(tx, id)
    const { row, story } = locked
    if (canModerate(tx.viewer, story) && row.state === 'hidden') return
    if (!permissionsFor(tx.viewer, row, story, tx.now()).hide) throw new Refusal('not-allowed')
    await hideLocked(tx, locked, hasRole(tx.viewer, 'editor') ? 'editor' : 'author')
  })
  return getResponse(ctx, id)
}

/** Call inside a transaction. */
export async function hideLocked(tx: Ctx<Viewer>, locked: LockedResponse, hiddenAs: HiddenAs) {
  await resolveReports(tx, locked.row.id)
  const hidden = { state: 'hidden' as const, hiddenAs, hiddenBy: tx.viewer.id }
  await updateResponse(tx, locked, { ...hidden, heldFor: null, pinnedAt: null })
}

/** Shows a hidden or held response. Notifications for a held response are sent now. */
export async function approveResponse(ctx: Ctx<Viewer>, id: string): Promise<StoryResponse> {
  await inTransaction(ctx, async (tx) => {
    const locked = await lockResponse(tx, id)
    const { row, story } = locked
    const can = permissionsFor(tx.viewer, row, story, tx.now())
    if (can.hide && row.state === 'shown') return
    if (!can.approve) throw new Refusal('not-allowed')
    await approveLocked(tx, locked)
  })
  return getResponse(ctx, id)
}

/** Call inside a transaction. People are notified only of a response to a published story. */
export async function approveLocked(tx: Ctx<Viewer>, locked: LockedResponse, published = true) {
  const { row, thread, story } = locked
  await resolveReports(tx, row.id)
  if (row.state === 'shown') return
  if (published) await notifyOfResponse(tx, story, row, row.parentId ? thread.authorId : null)
  // The author of a shadow-held response believes that it was shown all the time.
  if (row.state === 'held' && row.heldFor !== 'shadow') await notifyOfApproval(tx, row)
  // A response held after it was shown has already counted as engagement.
  const isNew = row.state === 'held' && row.heldFor !== 'reports' && row.editedAt === null
  if (isNew) await recordReaderEngagement(tx, story, 'response', row.authorId)
  await updateResponse(tx, locked, { state: 'shown', heldFor: null })
}

/** Hides it from everyone but its author and editors, without telling the author. Call inside a transaction. */
export async function shadowHoldLocked(tx: Ctx, locked: LockedResponse) {
  await resolveReports(tx, locked.row.id)
  await updateResponse(tx, locked, { state: 'held', heldFor: 'shadow', pinnedAt: null })
}

/** Takes a decision back: the response is as it was before, without notifications. Call inside a transaction. */
export async function restoreLocked(tx: Ctx, locked: LockedResponse, before: DecidedFrom) {
  if (before.state === 'hidden') {
    const { hiddenAs = null, hiddenBy = null } = before
    await updateResponse(tx, locked, { state: 'hidden', hiddenAs, hiddenBy, pinnedAt: null })
  } else if (before.state === 'held') {
    await updateResponse(tx, locked, { state: 'held', heldFor: before.heldFor ?? null, pinnedAt: null })
  } else if (before.state === 'shown') {
    await updateResponse(tx, locked, { state: 'shown', heldFor: null })
  }
}
