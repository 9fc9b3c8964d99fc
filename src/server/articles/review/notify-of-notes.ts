import type { Viewer } from '#contract/viewer.ts'
import { listCoAuthorIds } from '#server/articles/byline.ts'
import { notify } from '#server/notifications/notify.ts'
import type { Ctx } from '#server/platform/ctx.ts'

type Noted = { noteId: string; cause: string; outcome: 'note' | 'reply' }

/**
 * When an editor writes, notifies all authors of the story and the other editors in the thread. When an author writes,
 * notifies the assigned reviewer and the editors in the thread. Inside the transaction of the note.
 */
export async function notifyOfNote(tx: Ctx<Viewer>, article: { id: string; authorId: string }, noted: Noted) {
  const { noteId, cause, outcome } = noted
  const byline = [article.authorId, ...(await listCoAuthorIds(tx.db, article.id))]
  const isByByline = byline.includes(tx.viewer.id)
  const editors = await editorsOfThread(tx, article.id, noteId, isByByline)
  const recipients = isByByline ? editors : [...byline, ...editors]
  for (const personId of new Set(recipients))
    await notify(tx, {
      kind: 'note',
      cause: `note:${cause}:${personId}`,
      actorId: tx.viewer.id,
      personId,
      articleId: article.id,
      detail: { outcome },
    })
}

/** Without people who can no longer review. */
async function editorsOfThread({ db }: Ctx, articleId: string, noteId: string, withReviewer: boolean) {
  const rows = await db
    .selectFrom('person')
    .select('person.id')
    .where('person.role', 'in', ['editor', 'admin'])
    .where('person.disabledAt', 'is', null)
    .where('person.id', 'in', (eb) => {
      const thread = eb
        .selectFrom('reviewNote')
        .select('reviewNote.byId as id')
        .where('reviewNote.id', '=', noteId)
        .union(eb.selectFrom('reviewReply').select('reviewReply.byId as id').where('reviewReply.noteId', '=', noteId))
      return withReviewer
        ? thread.union(eb.selectFrom('draft').select('draft.reviewerId as id').where('draft.articleId', '=', articleId))
        : thread
    })
    .execute()
  return rows.map(({ id }) => id)
}
