import type { Ctx } from '#server/platform/ctx.ts'
import { lockWork } from './access.ts'
import { removeCoAuthor } from '#server/articles/drafts/co-authors.ts'
import { step } from './apply-transition.ts'

/** Trashes the articles of a person and removes them from the bylines of other authors. Inside a transaction. */
export async function withdrawAllOf(tx: Ctx, personId: string) {
  const own = tx.db.selectFrom('article').select('id').where('authorId', '=', personId).where('state', '!=', 'trashed')
  const shared = tx.db.selectFrom('articleCoAuthor').select('articleId as id').where('personId', '=', personId)
  for (const { id } of await own.union(shared).orderBy('id').execute()) {
    const work = await lockWork(tx.db, id, personId)
    if (!work) continue
    if (work.coWritten) await removeCoAuthor(tx, work, personId)
    else if (work.state !== 'trashed') await step(tx, work, { move: 'trash', note: '', at: null, by: personId })
  }
}
