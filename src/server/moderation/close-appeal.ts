import type { AppealOutcome } from '#contract/moderation/moderation.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { notifyPerson } from './notify.ts'
import type { Target } from './target.ts'

export async function hasOpenAppeal({ db }: Pick<Ctx, 'db'>, caseId: string) {
  const query = db.selectFrom('appeal').select('id').where('caseId', '=', caseId).where('decidedAt', 'is', null)
  return (await query.executeTakeFirst()) !== undefined
}

/** Decides the open appeal about a target, if there is one, and notifies its author. Call inside a transaction. */
export async function closeAppeal(tx: Ctx<Viewer>, target: Target, outcome: AppealOutcome, note: string) {
  const appeal = await tx.db
    .updateTable('appeal')
    .set({ decidedAt: tx.now(), decidedBy: tx.viewer.id, outcome, note })
    .where('caseId', '=', target.caseId)
    .where('decidedAt', 'is', null)
    .returning(['id', 'personId'])
    .executeTakeFirst()
  if (!appeal) return false
  const about = await locate(tx, target)
  const prefix = target.kind === 'story' ? 'story-' : ''
  await notifyPerson(tx, { ...appeal, ...about, reason: null, note, outcome: `${prefix}appeal-${outcome}` })
  await recordAudit(tx, {
    action: 'appeal.decided',
    target: { kind: target.kind, id: target.id },
    after: { outcome },
    reason: note,
  })
  return true
}

async function locate({ db }: Ctx, { kind, id }: Target) {
  if (kind === 'story') return { articleId: id }
  const row = await db.selectFrom('response').select('articleId').where('id', '=', id).executeTakeFirst()
  return row ? { articleId: row.articleId, responseId: id } : {}
}
