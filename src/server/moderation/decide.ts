import type { Received } from '#contract/endpoints.ts'
import { DAY_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { ModerationAction } from '#contract/moderation/names.ts'
import type { Viewer } from '#contract/viewer.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { closeAppeal } from './close-appeal.ts'
import { decideContent } from './decide-content.ts'
import { sanctionPerson } from './sanction-person.ts'
import { type Applied, type DecisionInput, type Target, ensureCase, parseTarget } from './target.ts'

const needReason: ReadonlySet<ModerationAction> = new Set(['hide', 'delete', 'warn', 'ban', 'shadow-hold'])

/** Decides about each target in its own transaction: a refusal does not stop the others. */
export async function decideAll(
  ctx: Ctx<Viewer>,
  { targets, ...input }: Received<'POST /api/admin/moderation/decisions'>['body'],
) {
  if (needReason.has(input.action) && input.reason === null) {
    throw new Refusal('invalid', { issues: [{ path: ['body', 'reason'], message: 'Choose a reason.' }] })
  }
  const outcomes = []
  for (const id of new Set(targets)) outcomes.push({ id, ...(await outcomeOf(decide(ctx, id, input))) })
  return outcomes
}

async function outcomeOf(decision: Promise<string | null>) {
  try {
    return { decision: await decision, refused: null }
  } catch (error) {
    // A refusal is reported for this target; any other error fails the whole request.
    if (!(error instanceof Refusal)) throw error
    return { decision: null, refused: { code: error.code, message: error.message } }
  }
}

/** Returns the id of the decision, or null when nothing had to change. Safe to repeat. */
export function decide(ctx: Ctx<Viewer>, caseId: string, input: DecisionInput): Promise<string | null> {
  return inTransaction(ctx, (tx) => decideInTransaction(tx, parseTarget(caseId), input))
}

export async function decideInTransaction(tx: Ctx<Viewer>, target: Target, input: DecisionInput) {
  // One time for the decision and the reports that it resolves, so that an undo finds them.
  const at = tx.now()
  const fixed = { ...tx, now: () => at }
  const id = newId()
  const { action } = input
  const isContent = action === 'approve' || action === 'hide' || action === 'delete'
  const applied = isContent
    ? await decideContent(fixed, target, { ...input, action, id })
    : await sanctionPerson(fixed, target, { ...input, action, id })
  const closed =
    isContent && (await closeAppeal(fixed, target, action === 'approve' ? 'accepted' : 'rejected', input.note))
  if (!applied)
    return closed ? recordDecision(fixed, target, { ...input, id, applied: await unchanged(fixed, target) }) : null
  return recordDecision(fixed, target, { ...input, id, applied })
}

/** A rejected appeal is a decision too, although the state stays. */
async function unchanged({ db }: Ctx, { caseId }: Target) {
  const { personId } = await db
    .selectFrom('moderationCase')
    .select('personId')
    .where('id', '=', caseId)
    .executeTakeFirstOrThrow()
  return { personId, before: {} }
}

type Recorded = DecisionInput & { id: string; applied: NonNullable<Applied> }

async function recordDecision(tx: Ctx<Viewer>, target: Target, { id, action, reason, note, days, applied }: Recorded) {
  const at = tx.now()
  await ensureCase(tx, target)
  await tx.db
    .insertInto('moderationDecision')
    .values({
      id,
      caseId: target.caseId,
      personId: applied.personId,
      action,
      reason: reason ?? '',
      note,
      byId: tx.viewer.id,
      at,
      until: action === 'ban' && days !== null ? new Date(at.getTime() + days * DAY_MS) : null,
      before: JSON.stringify(applied.before),
    })
    .execute()
  await tx.db.updateTable('moderationCase').set({ decidedAt: at }).where('id', '=', target.caseId).execute()
  await recordAudit(tx, {
    action: auditAction(target, action),
    target: await auditTarget(tx, target, action, applied.personId),
    ...(applied.before.state && { before: { state: applied.before.state } }),
    after: { decision: id, ...(days !== null && action === 'ban' && { days }) },
    reason: [reason, note].filter(Boolean).join(': '),
  })
  return id
}

const pastTense: Record<ModerationAction, string> = {
  'approve': 'approved',
  'hide': 'hidden',
  'delete': 'deleted',
  'warn': 'warned',
  'ban': 'banned',
  'unban': 'unbanned',
  'shadow-hold': 'shadow-held',
  'end-shadow-hold': 'shadow-hold-ended',
}

function auditAction({ kind }: Target, action: ModerationAction) {
  const isContent = action === 'approve' || action === 'hide' || action === 'delete'
  return `${isContent ? kind : 'person'}.${pastTense[action]}`
}

async function auditTarget({ db }: Ctx, { kind, id }: Target, action: ModerationAction, personId: string) {
  if (!auditAction({ kind, id, caseId: '' }, action).startsWith(`${kind}.`) || kind === 'person') {
    return { kind: 'person', id: personId }
  }
  if (kind === 'response') return { kind, id }
  const story = await db.selectFrom('article').select('title').where('id', '=', id).executeTakeFirst()
  return { kind, id, name: story?.title ?? '' }
}
