import type { Ctx } from '#server/platform/ctx.ts'
import { lockArticle } from './access.ts'
import { removeCoAuthor } from '#server/articles/drafts/co-authors.ts'
import { applyTransition } from './apply-transition.ts'

/** Trashes the articles of a person and removes them from the bylines of other authors. Inside a transaction. */
export async function withdrawArticlesOf(tx: Ctx, personId: string) {
  const own = tx.db.selectFrom('article').select('id').where('authorId', '=', personId).where('state', '!=', 'trashed')
  const shared = tx.db.selectFrom('articleCoAuthor').select('articleId as id').where('personId', '=', personId)
  for (const { id } of await own.union(shared).orderBy('id').execute()) {
    const article = await lockArticle(tx.db, id, personId)
    if (!article) continue
    if (article.coWritten) await removeCoAuthor(tx, article, personId)
    else if (article.state !== 'trashed')
      await applyTransition(tx, article, { transition: 'trash', note: '', at: null, by: personId })
  }
}
