import type { Move } from '#contract/articles.ts'
import { noticeStory } from '#server/discovery/notice.ts'
import { tell } from '#server/notifications/tell.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { indexStory, unindexStory } from '#server/search/keep.ts'
import { coAuthorIds } from './byline.ts'

/** What else must know when readers see a story, another text of it, or none any more. Inside the transaction. */
export async function tellShown(tx: Ctx, articleId: string) {
  await indexStory(tx, articleId)
  await noticeStory(tx, articleId)
}

type First = { id: string; authorId: string }

/** Those who follow whoever wrote it hear of a new story: when it is published for the first time, and not again. */
export async function tellFollowers(tx: Ctx, { id, authorId }: First) {
  for (const actorId of [authorId, ...(await coAuthorIds(tx.db, id))]) {
    await tell(tx, { kind: 'story', cause: `story:${id}:${actorId}`, actorId, articleId: id })
  }
}

const outcomes: Partial<Record<Move, string>> = {
  'approve': 'approved',
  'request-changes': 'changes',
  'update': 'updated',
  'decline-update': 'declined',
  'unschedule': 'unscheduled',
  'remove': 'removed',
  'restore': 'restored',
}

type Decided = { moveId: string; move: Move; note: string; by: string | null; authorId: string; articleId: string }

/** The author hears what somebody else decided about it, and why. */
export async function tellAuthor(tx: Ctx, { moveId, move, note, by, authorId, articleId }: Decided) {
  const outcome = outcomes[move]
  if (outcome === undefined) return
  const detail = { outcome, ...(note && { note }) }
  await tell(tx, { kind: 'review', cause: `review:${moveId}`, actorId: by, personId: authorId, articleId, detail })
}

export async function tellHidden(tx: Ctx, articleId: string) {
  await unindexStory(tx, articleId)
}
