import { sql } from 'kysely'
import type { ArticleState, Transition } from '#contract/articles/articles.ts'
import { promoteToAuthor } from '#server/people/create.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { earnForStory } from '#server/rewards/earn.ts'
import { getSetting } from '#server/settings/owner-settings.ts'
import type { LockedArticle } from './access.ts'
import { targetState } from './policy.ts'
import { requireReady, restoreToReaders, publishDraft, hideFromReaders } from '#server/articles/publishing/publish.ts'
import { recordSubmission } from '#server/articles/review/submissions.ts'
import { createRevision } from '#server/articles/revisions/revisions.ts'
import { notifyAuthor, notifyEditors } from './notify.ts'
import { emitTransition } from './webhook-events.ts'

export type TransitionInput = {
  transition: Transition
  note: string
  /** Publishing time, for transitions that schedule. */
  at: Date | null
  /** Null when the scheduler publishes it. */
  by: string | null
}

/** Transitions that publish the working copy, unless scheduled for later. */
const publishingTransitions: ReadonlySet<Transition> = new Set(['publish', 'approve', 'update'])
/** Transitions that change neither the state nor the published text. */
const reviewTransitions: ReadonlySet<Transition> = new Set(['submit-update', 'decline-update'])
/** States that end a review. The reviewer of a draft stays, because the author will submit it again. */
const reviewedStates: ReadonlySet<ArticleState> = new Set(['published', 'scheduled', 'removed', 'trashed'])

/** The only place that changes an article's state. The caller has locked the rows and authorized the transition. */
export async function applyTransition(tx: Ctx, article: LockedArticle, { transition, note, at, by }: TransitionInput) {
  const { id, state: from } = article
  const to = targetState(transition, { trashedFrom: article.trashedFrom, at })
  if (to === 'published' && publishingTransitions.has(transition)) await publishDraft(tx, article, tx.now())
  else if (transition === 'restore') await restoreToReaders(tx, article)
  else if (from === 'published' && to !== 'published') await hideFromReaders(tx, article)
  if (to === 'in-review' || to === 'scheduled' || transition === 'submit-update') await requireReady(tx, id)
  if (!reviewTransitions.has(transition)) {
    await tx.db
      .updateTable('article')
      .set({
        state: to,
        scheduledFor: to === 'scheduled' ? at : null,
        trashedAt: to === 'trashed' ? tx.now() : null,
        trashedFrom: to === 'trashed' ? from : null,
        // For a published story, `updatedAt` is the time its text last changed.
        ...(to !== 'published' && { updatedAt: tx.now() }),
      })
      .where('id', '=', id)
      .execute()
  }
  if (reviewTransitions.has(transition)) await setUpdateRequested(tx, id, transition === 'submit-update')
  if (to === 'in-review' || transition === 'submit-update')
    await recordSubmission(tx, { articleId: id, by, revisionId: await createRevision(tx, id, 'submitted') })
  else if (!reviewTransitions.has(transition) && reviewedStates.has(to)) await endReview(tx, id)
  if (from === 'scheduled' || to === 'scheduled') tx.invalidate('schedule')
  const transitionId = newId()
  await tx.db
    .insertInto('articleMove')
    .values({
      id: transitionId,
      articleId: id,
      move: transition,
      fromState: from,
      toState: to,
      byId: by,
      note,
      at: nextTransitionTime(tx, id),
    })
    .execute()
  await notifyAuthor(tx, { transitionId, transition, note, by, authorId: article.authorId, articleId: id })
  await notifyEditors(tx, { transitionId, transition, by, articleId: id })
  await emitTransition(tx, { id, transition, from, to })
  if (to === 'published' && article.publishedAt === null)
    await earnForStory(tx, { articleId: id, authorId: article.authorId })
  if (transition === 'approve') await promoteAfterApproval(tx, article.authorId)
}

/** Strictly increasing per article, so transitions in the same millisecond keep their order. */
function nextTransitionTime({ now }: Ctx, articleId: string) {
  return sql<Date>`greatest(${now()}::timestamptz,
    (select max(at) + interval '1 millisecond' from article_move where article_id = ${articleId}))`
}

async function setUpdateRequested({ db, now }: Ctx, articleId: string, requested: boolean) {
  await db
    .updateTable('draft')
    .set({ updateAskedAt: requested ? now() : null })
    .where('articleId', '=', articleId)
    .execute()
}

async function endReview({ db }: Ctx, articleId: string) {
  await db
    .updateTable('draft')
    .set({ reviewerId: null })
    .where('articleId', '=', articleId)
    .where('reviewerId', 'is not', null)
    .execute()
}

/** Makes a reader an author once enough of their articles were approved. Inside the transaction of the approval. */
async function promoteAfterApproval(tx: Ctx, authorId: string) {
  const needed = await getSetting(tx, 'authorAfter')
  if (needed === 0) return
  const { approved } = await tx.db
    .selectFrom('articleMove')
    .innerJoin('article', 'article.id', 'articleMove.articleId')
    .select(({ fn }) => fn.count<number>('article.id').distinct().as('approved'))
    .where('article.authorId', '=', authorId)
    .where('articleMove.move', '=', 'approve')
    .executeTakeFirstOrThrow()
  if (approved >= needed) await promoteToAuthor(tx, authorId)
}
