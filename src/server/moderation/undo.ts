import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { transitionInTransaction } from '#server/articles/transitions.ts'
import { recordAudit } from '#server/audit/record.ts'
import { restoreLocked } from '#server/conversation/moderate.ts'
import { reopenReports } from '#server/conversation/report.ts'
import { lockForModeration } from '#server/conversation/update-response.ts'
import { reopenPersonReports } from '#server/people/reports.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { notifyPerson } from './notify.ts'
import { decisionById, latestDecisionOf } from './queries.ts'
import { reopenStoryReports } from './story-reports.ts'
import { type Target, parseTarget } from './target.ts'

type DecisionRow = NonNullable<Awaited<ReturnType<typeof decisionById>>>

/** Restores what the last approve or hide of a target changed, and opens its reports again. */
export async function undoDecision(ctx: Ctx<Viewer>, id: string) {
  await inTransaction(ctx, async (tx) => {
    const decision = await orNotFound(decisionById(tx.db, id))
    if (decision.undoneAt) return
    const { caseId, action } = decision
    if (caseId === null || (action !== 'approve' && action !== 'hide')) throw changed('This can’t be undone.')
    const target = parseTarget(caseId)
    if ((await latestDecisionOf(tx.db, caseId))?.id !== id) throw changed('Another editor has decided since.')
    await restore(tx, target, decision)
    await tx.db
      .updateTable('moderationDecision')
      .set({ undoneAt: tx.now(), undoneBy: tx.viewer.id })
      .where('id', '=', id)
      .execute()
    await recordAudit(tx, {
      action: 'moderation-decision.undone',
      target: { kind: target.kind, id: target.id },
      before: { action },
    })
  })
  return {}
}

function changed(message: string) {
  return new Refusal('wrong-state', { message })
}

async function restore(tx: Ctx<Viewer>, target: Target, decision: DecisionRow) {
  const { kind, id } = target
  if (kind === 'person') return reopenPersonReports(tx, id, decision.at)
  if (kind === 'story') return restoreStory(tx, id, decision)
  const locked = await lockForModeration(tx, id)
  const expected = decision.action === 'approve' ? 'shown' : 'hidden'
  if (locked.row.state !== expected) throw changed('This response has changed since.')
  await restoreLocked(tx, locked, decision.before)
  await reopenReports(tx, id, decision.at)
  if (decision.action === 'hide' && decision.before.state === 'shown') {
    const { authorId: personId, articleId } = locked.row
    await notifyPerson(tx, {
      id: decision.id,
      outcome: 'shown',
      personId,
      articleId,
      responseId: id,
      reason: null,
      note: '',
    })
  }
}

async function restoreStory(tx: Ctx<Viewer>, id: string, { action, before, at }: DecisionRow) {
  const plain = { at: null, version: null }
  if (action === 'hide') await transitionInTransaction(tx, id, { ...plain, move: 'restore', note: '' })
  else if (before.state === 'removed') {
    await transitionInTransaction(tx, id, { ...plain, move: 'remove', note: 'An editor took back the approval.' })
  }
  await reopenStoryReports(tx, id, at)
}
