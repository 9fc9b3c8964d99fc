import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { markStory } from '#server/stories/mark-story.ts'
import { requireArticle } from '#server/articles/access.ts'

/** Only a published story can be featured; any article can be unfeatured. */
export function setFeatured(ctx: Ctx<Viewer>, articleId: string, featured: boolean) {
  return inTransaction(ctx, async (tx) => {
    const { article } = await requireArticle(tx, articleId, true)
    if (featured && article.state !== 'published') throw new Refusal('wrong-state', { state: article.state })
    await tx.db.updateTable('article').set({ featured }).where('id', '=', articleId).execute()
    if (featured) await markStory(tx, articleId, 'featured')
    tx.invalidate('stories')
    if (article.categoryId) tx.invalidate(`stories:category:${article.categoryId}`)
    return { featured }
  })
}
