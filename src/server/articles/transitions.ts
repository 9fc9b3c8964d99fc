import type { Article, ArticleState, Move, MoveRecord } from '#contract/articles.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { type Work, articleFor, workFor } from './access.ts'
import { type Somebody, leadsOn, mayEdit, mayMove, moves } from './policy.ts'
import { presentArticle, presentMove } from './present.ts'
import { movesOf } from './queries.ts'
import { step } from './apply-transition.ts'
import { conflict } from '#server/articles/drafts/version-conflict.ts'

type Asked = { move: Move; note: string; at: string | null; version: number | null }

/** The one way an article moves on for a person. Refused, it stays as it was. */
export function move(ctx: Ctx<Viewer>, id: string, asked: Asked): Promise<Article> {
  return inTransaction(ctx, async (tx) => {
    const { work, part } = await workFor(tx, id)
    if (!mayMove({ role: tx.viewer.role, part }, asked.move)) throw new Refusal('not-allowed')
    checkState(work, asked.move)
    const at = timeOf(tx, asked)
    if (moves[asked.move].needs === 'note' && asked.note === '') throw invalid('note', 'Say why, for its author.')
    if (asked.version !== null && asked.version !== work.version) throw await conflict(tx, work)
    await step(tx, work, { move: asked.move, note: asked.note, at, by: tx.viewer.id })
    return presentArticle(tx, id)
  })
}

/** The same move for many, each on its own: what is refused does not stop the others. */
export async function moveMany(ctx: Ctx<Viewer>, { ids, ...asked }: { ids: string[]; move: Move; note: string }) {
  const outcomes = []
  for (const id of new Set(ids)) {
    const refused = await refusalOf(move(ctx, id, { ...asked, at: null, version: null }))
    outcomes.push({ id, refused: refused && { code: refused.code, message: refused.message } })
  }
  return outcomes
}

export async function listMoves(ctx: Ctx<Viewer>, id: string): Promise<MoveRecord[]> {
  await articleFor(ctx, id)
  return (await movesOf(ctx.db, id)).map(presentMove)
}

const sentences: Record<ArticleState, string> = {
  'draft': 'This is a draft.',
  'in-review': 'This is in review.',
  'scheduled': 'This is scheduled.',
  'published': 'This is published.',
  'removed': 'This was removed.',
  'trashed': 'This is in the trash.',
}

/** The refusal of something that cannot be done to an article as it stands. */
export function wrongState(state: ArticleState, more = '') {
  return new Refusal('wrong-state', { state, message: `${sentences[state]} ${more}`.trim() })
}

/** Refuses when the text is not to be changed now, and says what to do about it. */
export function checkOpen(somebody: Somebody, state: ArticleState) {
  if (mayEdit(somebody, state)) return
  throw state === 'trashed'
    ? wrongState(state, 'Take it out to change it.')
    : wrongState(state, 'Unschedule it to change it: what was approved goes out as it is.')
}

function checkState({ state, updateAskedAt }: Work, asked: Move) {
  if (leadsOn(asked, { state, updateAsked: updateAskedAt !== null })) return
  const unasked = asked === 'decline-update' && state === 'published'
  throw wrongState(state, unasked ? 'Nobody asked for its changes to be looked at.' : 'That cannot be done to it now.')
}

/** When it is to be published; only what schedules takes a time, and only one that has not passed. */
function timeOf({ now }: Ctx, { move: asked, at }: Asked) {
  const needed = moves[asked].needs === 'time'
  if (at === null) {
    if (needed) throw invalid('at', 'Say when.')
    return null
  }
  if (!needed && asked !== 'approve') throw invalid('at', 'This happens at once.')
  const time = new Date(at)
  if (time <= now()) throw invalid('at', 'That time has passed.')
  return time
}

function invalid(field: string, message: string) {
  return new Refusal('invalid', { issues: [{ path: ['body', field], message }] })
}

async function refusalOf(work: Promise<unknown>) {
  try {
    await work
    return null
  } catch (error) {
    // Translated into the answer for this one; a fault is one for all.
    if (error instanceof Refusal) return error
    throw error
  }
}
