import { Refusal } from '#contract/errors.ts'
import type { Appeal, AppealOutcome } from '#contract/moderation/moderation.ts'
import { moderationReasons } from '#contract/moderation/names.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { decideInTransaction } from './decide.ts'
import { presentAppeal } from './present.ts'
import { type Target, ensureCase, parseTarget } from './target.ts'

/** Why the viewer's response was hidden or their story removed, and their appeal. */
export async function getAppeal(ctx: Ctx<Viewer>, caseId: string) {
  const target = parseTarget(caseId)
  const { appealable } = await findOwn(ctx, target)
  const [row, decision] = await Promise.all([
    ctx.db
      .selectFrom('appeal')
      .selectAll()
      .where('caseId', '=', caseId)
      .where('personId', '=', ctx.viewer.id)
      .executeTakeFirst(),
    ctx.db
      .selectFrom('moderationDecision')
      .select(['reason', 'note'])
      .where('caseId', '=', caseId)
      .where('action', '=', 'hide')
      .where('undoneAt', 'is', null)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  return {
    possible: appealable && !row,
    reason: moderationReasons.find((one) => one === decision?.reason) ?? null,
    note: decision?.note ?? '',
    appeal: row ? presentAppeal(row) : null,
  }
}

/** Only the author of the response or story finds it here. */
async function findOwn({ db, viewer }: Ctx<Viewer>, { kind, id }: Target) {
  const table = kind === 'response' ? 'response' : 'article'
  if (kind === 'person') throw new Refusal('not-found')
  const { state } = await orNotFound(
    db.selectFrom(table).select('state').where('id', '=', id).where('authorId', '=', viewer.id).executeTakeFirst(),
  )
  return { state, appealable: state === 'hidden' || state === 'removed' }
}

/** Appeals once against the hiding of the viewer's response or the removal of their story. */
export function createAppeal(ctx: Ctx<Viewer>, caseId: string, text: string): Promise<Appeal> {
  const target = parseTarget(caseId)
  return inTransaction(ctx, async (tx) => {
    const { state, appealable } = await findOwn(tx, target)
    if (!appealable)
      throw new Refusal('wrong-state', { state, message: 'This is not hidden, so there is nothing to appeal.' })
    await ensureCase(tx, target)
    const row = await tx.db
      .insertInto('appeal')
      .values({ id: newId(), caseId, personId: tx.viewer.id, text, createdAt: tx.now() })
      .onConflict((conflict) => conflict.columns(['caseId', 'personId']).doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!row) throw new Refusal('wrong-state', { state, message: 'You have already appealed. You can appeal once.' })
    return presentAppeal(row)
  })
}

/** Accepting an appeal shows the response or restores the story. */
export async function decideAppeal(
  ctx: Ctx<Viewer>,
  id: string,
  { outcome, note }: { outcome: AppealOutcome; note: string },
): Promise<Appeal> {
  const row = await inTransaction(ctx, async (tx) => {
    const appeal = await orNotFound(
      tx.db.selectFrom('appeal').select(['caseId', 'decidedAt']).where('id', '=', id).forUpdate().executeTakeFirst(),
    )
    if (appeal.decidedAt)
      throw new Refusal('wrong-state', { message: 'Another editor has already decided this appeal.' })
    const action = outcome === 'accepted' ? 'approve' : 'hide'
    await decideInTransaction(tx, parseTarget(appeal.caseId), { action, reason: null, note, days: null })
    return tx.db.selectFrom('appeal').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  })
  return presentAppeal(row)
}
