import { sql } from 'kysely'
import type { Move } from '#contract/articles.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import type { Work } from './access.ts'
import { landing } from './policy.ts'
import { promoteAfterApproval } from '#server/articles/review/promote.ts'
import { checkReady, showAgain, showReaders, takeFromReaders } from '#server/articles/publishing/publish.ts'
import { keepRevision } from '#server/articles/revisions/revisions.ts'
import { tellAuthor } from './notify.ts'

export type Step = {
  move: Move
  note: string
  /** When it is to be published, for what schedules. */
  at: Date | null
  /** Nobody, when its time had come. */
  by: string | null
}

/** Moves that put the working copy before readers, unless for later. */
const publishing: ReadonlySet<Move> = new Set(['publish', 'approve', 'update'])
/** Moves that leave what readers see as it is. */
const talking: ReadonlySet<Move> = new Set(['submit-update', 'decline-update'])

/** Every change of an article's state happens here, with all that follows from it. The rows are locked, the move is allowed. */
export async function step(tx: Ctx, work: Work, { move, note, at, by }: Step) {
  const { id, state: from } = work
  const to = landing(move, { trashedFrom: work.trashedFrom, at })
  if (to === 'published' && publishing.has(move)) await showReaders(tx, work, tx.now())
  else if (move === 'restore') await showAgain(tx, work)
  else if (from === 'published' && to !== 'published') await takeFromReaders(tx, work)
  if (to === 'in-review' || to === 'scheduled' || move === 'submit-update') await checkReady(tx, id)
  if (!talking.has(move)) {
    await tx.db
      .updateTable('article')
      .set({
        state: to,
        scheduledFor: to === 'scheduled' ? at : null,
        trashedAt: to === 'trashed' ? tx.now() : null,
        trashedFrom: to === 'trashed' ? from : null,
        // Of a story readers are told when its text changed.
        ...(to !== 'published' && { updatedAt: tx.now() }),
      })
      .where('id', '=', id)
      .execute()
  }
  if (talking.has(move)) await askForUpdate(tx, id, move === 'submit-update')
  if (to === 'in-review' || move === 'submit-update') await keepRevision(tx, id, 'submitted')
  if (from === 'scheduled' || to === 'scheduled') tx.invalidate('schedule')
  const moveId = newId()
  await tx.db
    .insertInto('articleMove')
    .values({ id: moveId, articleId: id, move, fromState: from, toState: to, byId: by, note, at: afterLast(tx, id) })
    .execute()
  await tellAuthor(tx, { moveId, move, note, by, authorId: work.authorId, articleId: id })
  if (move === 'approve') await promoteAfterApproval(tx, work.authorId)
}

/** Two steps within one tick of the clock are still told in their order. */
function afterLast({ now }: Ctx, articleId: string) {
  return sql<Date>`greatest(${now()}::timestamptz,
    (select max(at) + interval '1 millisecond' from article_move where article_id = ${articleId}))`
}

async function askForUpdate({ db, now }: Ctx, articleId: string, asked: boolean) {
  await db
    .updateTable('draft')
    .set({ updateAskedAt: asked ? now() : null })
    .where('articleId', '=', articleId)
    .execute()
}
