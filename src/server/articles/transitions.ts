import type { Article, ArticleState, Transition, TransitionRecord } from '#contract/articles/articles.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { requireNotBanned } from '#server/people/sanctions.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { refusalOf } from '#server/platform/refusal-of.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { type LockedArticle, requireArticle, requireLockedArticle } from './access.ts'
import { type Actor, isTransitionValid, canEdit, canTransition, transitions } from './policy.ts'
import { presentArticle, presentTransition } from './present.ts'
import { transitionsOf } from './queries.ts'
import { applyTransition } from './apply-transition.ts'
import { versionConflict } from '#server/articles/drafts/version-conflict.ts'
import { publishingRole } from '#server/articles/publishing-role.ts'

type TransitionRequest = { move: Transition; note: string; at: string | null; version: number | null }

/** Validates, authorizes and applies a transition in one transaction. */
export function transitionArticle(ctx: Ctx<Viewer>, id: string, request: TransitionRequest): Promise<Article> {
  return inTransaction(ctx, async (tx) => {
    await transitionInTransaction(tx, id, request)
    return presentArticle(tx, id)
  })
}

/** The same for a caller that has opened the transaction. */
export async function transitionInTransaction(tx: Ctx<Viewer>, id: string, request: TransitionRequest) {
  const { article, authorship } = await requireLockedArticle(tx, id)
  if (!canTransition({ role: await publishingRole(tx), authorship }, request.move)) throw new Refusal('not-allowed')
  requireValidTransition(article, request.move)
  if (bannedTransitions.has(request.move)) await requireNotBanned(tx)
  const at = parseScheduledTime(tx, request)
  if (transitions[request.move].needs === 'note' && request.note === '')
    throw invalid('note', 'Add a note for the author.')
  if (request.version !== null && request.version !== article.version) throw await versionConflict(tx, article)
  await applyTransition(tx, article, { transition: request.move, note: request.note, at, by: tx.viewer.id })
}

/** What a banned person may not do. They can still withdraw and delete. */
const bannedTransitions: ReadonlySet<Transition> = new Set(['submit', 'publish', 'schedule', 'update', 'submit-update'])

/** Applies a transition to each article in its own transaction: a refusal does not stop the others. */
export async function transitionArticles(
  ctx: Ctx<Viewer>,
  { ids, ...request }: { ids: string[]; move: Transition; note: string },
) {
  const outcomes = []
  for (const id of new Set(ids)) {
    const refused = await refusalOf(transitionArticle(ctx, id, { ...request, at: null, version: null }))
    outcomes.push({ id, refused })
  }
  return outcomes
}

export async function listTransitions(ctx: Ctx<Viewer>, id: string): Promise<TransitionRecord[]> {
  await requireArticle(ctx, id)
  return (await transitionsOf(ctx.db, id)).map(presentTransition)
}

const stateMessages: Record<ArticleState, string> = {
  'draft': 'This story is a draft.',
  'in-review': 'This story is in review.',
  'scheduled': 'This story is scheduled.',
  'published': 'This story is published.',
  'removed': 'This story was removed.',
  'trashed': 'This story is in the trash.',
}

export function wrongState(state: ArticleState, more = '') {
  return new Refusal('wrong-state', { state, message: `${stateMessages[state]} ${more}`.trim() })
}

export function requireEditable(actor: Actor, state: ArticleState) {
  if (canEdit(actor, state)) return
  throw state === 'trashed'
    ? wrongState(state, 'Restore it from the trash to edit it.')
    : wrongState(state, 'It will be published as approved. Unschedule it to edit it.')
}

function requireValidTransition({ state, updateAskedAt }: LockedArticle, transition: Transition) {
  if (isTransitionValid(transition, { state, updateAsked: updateAskedAt !== null })) return
  const noUpdate = transition === 'decline-update' && state === 'published'
  throw wrongState(state, noUpdate ? 'No update is waiting for review.' : 'This action is not available now.')
}

/** Only transitions that schedule take a time, and it must be in the future. */
function parseScheduledTime({ now }: Ctx, { move: transition, at }: TransitionRequest) {
  const isRequired = transitions[transition].needs === 'time'
  if (at === null) {
    if (isRequired) throw invalid('at', 'Choose a time.')
    return null
  }
  if (!isRequired && transition !== 'approve') throw invalid('at', 'This action cannot be scheduled.')
  const time = new Date(at)
  if (time <= now()) throw invalid('at', 'Choose a time in the future.')
  return time
}

function invalid(field: string, message: string) {
  return new Refusal('invalid', { issues: [{ path: ['body', field], message }] })
}
