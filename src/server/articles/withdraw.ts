import { countStory as countPersonStory } from '#server/people/count.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { countStory } from '#server/taxonomy/count.ts'

/** Puts everything somebody wrote into the trash. Inside a transaction. */
export async function withdrawAllOf(ctx: Ctx, authorId: string) {
  const { db, now, touch } = ctx
  const published = await db
    .selectFrom('article')
    .select(['id', 'categoryId'])
    .where('authorId', '=', authorId)
    .where('state', '=', 'published')
    .forUpdate()
    .execute()
  for (const { id, categoryId } of published) {
    const tags = await db.selectFrom('articleTag').select('tagId').where('articleId', '=', id).execute()
    await countStory(ctx, { categoryId, tagIds: tags.map(({ tagId }) => tagId) }, -1)
    await countPersonStory(ctx, authorId, -1)
    touch(`article:${id}`, 'latest')
  }
  await db
    .updateTable('article')
    .set({ state: 'trashed', updatedAt: now() })
    .where('authorId', '=', authorId)
    .where('state', '!=', 'trashed')
    .execute()
}
