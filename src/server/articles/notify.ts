import type { Transition } from '#contract/articles/articles.ts'
import { notify } from '#server/notifications/notify.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { listCoAuthorIds } from './byline.ts'

type NewStory = { id: string; authorId: string }

/** Notifies the followers of every author. The cause makes this happen once per story, on first publication. */
export async function notifyFollowers(tx: Ctx, { id, authorId }: NewStory) {
  for (const actorId of [authorId, ...(await listCoAuthorIds(tx.db, id))]) {
    await notify(tx, { kind: 'story', cause: `story:${id}:${actorId}`, actorId, articleId: id })
  }
}

type Submission = { transitionId: string; transition: Transition; by: string | null; articleId: string }

/** Notifies the editors that a story, or changes to one, wait for review. */
export async function notifyEditors(tx: Ctx, { transitionId, transition, by, articleId }: Submission) {
  if (transition !== 'submit' && transition !== 'submit-update') return
  const cause = `submission:${articleId}:${transitionId}`
  const detail = transition === 'submit-update' ? { outcome: 'update' } : {}
  await notify(tx, { kind: 'submission', cause, actorId: by, articleId, detail })
}

const outcomes: Partial<Record<Transition, string>> = {
  'approve': 'approved',
  'request-changes': 'changes',
  'update': 'updated',
  'decline-update': 'declined',
  'unschedule': 'unscheduled',
  'remove': 'removed',
  'restore': 'restored',
}

type Decision = {
  transitionId: string
  transition: Transition
  note: string
  by: string | null
  authorId: string
  articleId: string
}

/** Notifies the author of an editor's decision and its note. */
export async function notifyAuthor(tx: Ctx, { transitionId, transition, note, by, authorId, articleId }: Decision) {
  const outcome = outcomes[transition]
  if (outcome === undefined) return
  const detail = { outcome, ...(note && { note }) }
  await notify(tx, {
    kind: 'review',
    cause: `review:${transitionId}`,
    actorId: by,
    personId: authorId,
    articleId,
    detail,
  })
}
