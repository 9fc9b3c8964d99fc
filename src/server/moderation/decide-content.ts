import { Refusal } from '#contract/errors.ts'
import { reasonNames } from '#contract/moderation/names.ts'
import type { Viewer } from '#contract/viewer.ts'
import { transitionInTransaction } from '#server/articles/transitions.ts'
import { clearResponse } from '#server/conversation/delete.ts'
import { approveLocked, hideLocked } from '#server/conversation/moderate.ts'
import { hasOpenReports } from '#server/conversation/report.ts'
import { lockForModeration } from '#server/conversation/update-response.ts'
import { resolvePersonReports } from '#server/people/reports.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { hasOpenAppeal } from './close-appeal.ts'
import { notifyPerson } from './notify.ts'
import { hasOpenStoryReports, resolveStoryReports } from './story-reports.ts'
import type { Applied, DecisionInput, Target } from './target.ts'

export type ContentDecision = Omit<DecisionInput, 'action'> & { action: 'approve' | 'hide' | 'delete'; id: string }

/** Approves, hides or deletes the target. Call inside a transaction. */
export function decideContent(tx: Ctx<Viewer>, target: Target, decision: ContentDecision): Promise<Applied> {
  if (target.kind === 'response') return decideResponse(tx, target, decision)
  return target.kind === 'story' ? decideStory(tx, target, decision) : approvePerson(tx, target, decision)
}

async function decideResponse(tx: Ctx<Viewer>, { id, caseId }: Target, decision: ContentDecision): Promise<Applied> {
  const locked = await lockForModeration(tx, id)
  const { authorId, articleId, state, heldFor, hiddenAs, hiddenBy } = locked.row
  const applied = { personId: authorId, before: { state, heldFor, hiddenAs, hiddenBy } }
  const { action } = decision
  if (state === 'deleted') {
    if (action === 'delete') return null
    throw new Refusal('wrong-state', { state, message: 'This response was deleted.' })
  }
  if (action === 'approve') {
    if (state === 'shown' && !(await hasOpenReports(tx, id))) return null
    await approveLocked(tx, locked, locked.published)
    // An appeal has its own notification.
    if (state === 'hidden' && !(await hasOpenAppeal(tx, caseId))) {
      await notifyPerson(tx, { ...decision, outcome: 'shown', personId: authorId, articleId, responseId: id })
    }
    return applied
  }
  if (action === 'hide') {
    if (state === 'hidden' && hiddenAs === 'editor') return null
    await hideLocked(tx, locked, 'editor')
  } else {
    await clearResponse(tx, locked)
  }
  const outcome = action === 'hide' ? 'hidden' : 'deleted'
  await notifyPerson(tx, { ...decision, outcome, personId: authorId, articleId, responseId: id })
  return applied
}

/** The transition notifies the author with the note. */
async function decideStory(
  tx: Ctx<Viewer>,
  { id }: Target,
  { action, reason, note }: ContentDecision,
): Promise<Applied> {
  const { authorId, state } = await orNotFound(
    tx.db.selectFrom('article').select(['authorId', 'state']).where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
  )
  const hadReports = await hasOpenStoryReports(tx, id)
  await resolveStoryReports(tx, id)
  const applied = { personId: authorId, before: { state } }
  const request = {
    note: [reason && `${reasonNames[reason]}.`, note].filter(Boolean).join(' '),
    at: null,
    version: null,
  }
  if (action === 'approve') {
    if (state === 'removed') await transitionInTransaction(tx, id, { ...request, move: 'restore' })
    return state === 'removed' || hadReports ? applied : null
  }
  if (action === 'hide' && state === 'removed') return null
  // Deleted as removed, so that its author cannot take it out of the trash and publish it again.
  if (state === 'published' || action === 'hide') await transitionInTransaction(tx, id, { ...request, move: 'remove' })
  if (action === 'delete' && state === 'trashed') return null
  if (action === 'delete') await transitionInTransaction(tx, id, { ...request, move: 'trash' })
  return applied
}

async function approvePerson(tx: Ctx<Viewer>, { id }: Target, { action }: ContentDecision): Promise<Applied> {
  if (action !== 'approve') throw new Refusal('not-allowed', { message: 'A person can be warned or banned instead.' })
  await orNotFound(tx.db.selectFrom('person').select('id').where('id', '=', id).executeTakeFirst())
  const open = await tx.db
    .selectFrom('personReport')
    .select('id')
    .where('personId', '=', id)
    .where('resolvedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!open) return null
  await resolvePersonReports(tx, id)
  return { personId: id, before: {} }
}
