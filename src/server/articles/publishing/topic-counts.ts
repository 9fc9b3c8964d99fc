import type { Ctx } from '#server/platform/ctx.ts'
import { updateTopicCounts } from '#server/taxonomy/update-counts.ts'
import { findOrCreateTag } from '#server/taxonomy/create.ts'
import { listCoAuthorIds, updateAuthorStoryCounts } from '#server/articles/byline.ts'

type Topics = { categoryId: string | null; tagIds: string[] }
type AuthoredArticle = { id: string; authorId: string }

/** Updates the counts of topics and authors. Inside a transaction. */
export async function updateStoryCounts(tx: Ctx, { id, authorId }: AuthoredArticle, topics: Topics, by: 1 | -1) {
  await updateTopicCounts(tx, topics, by)
  await updateAuthorStoryCounts(tx, [authorId, ...(await listCoAuthorIds(tx.db, id))], by)
}

/** Updates only topics that differ, because these rows are contended. */
export async function updateChangedTopicCounts(tx: Ctx, before: Topics, after: Topics) {
  const categoryChanged = before.categoryId !== after.categoryId
  const removed = before.tagIds.filter((id) => !after.tagIds.includes(id))
  const added = after.tagIds.filter((id) => !before.tagIds.includes(id))
  await updateTopicCounts(tx, { categoryId: categoryChanged ? before.categoryId : null, tagIds: removed }, -1)
  await updateTopicCounts(tx, { categoryId: categoryChanged ? after.categoryId : null, tagIds: added }, 1)
}

/** Pages of a category and of a tag show the tags that their stories have. */
export function invalidateTagsInUse({ invalidate }: Pick<Ctx, 'invalidate'>, before: Topics, after: Topics) {
  if (before.tagIds.toSorted().join() === after.tagIds.toSorted().join()) return
  if (after.categoryId) invalidate(`soon:stories:category:${after.categoryId}`)
  invalidate(...after.tagIds.map((id) => `soon:stories:tag:${id}` as const))
}

/** Returns the tags with the site's spelling of their names. Inside a transaction. */
export async function setTags(tx: Ctx, articleId: string, names: string[], before: string[]) {
  const ids: string[] = []
  for (const name of names) {
    const { id } = await findOrCreateTag(tx, name)
    if (!ids.includes(id)) ids.push(id)
  }
  if (ids.join() !== before.join()) {
    await tx.db.deleteFrom('articleTag').where('articleId', '=', articleId).execute()
    const rows = ids.map((tagId, position) => ({ articleId, tagId, position }))
    if (rows.length > 0) await tx.db.insertInto('articleTag').values(rows).execute()
  }
  if (ids.length === 0) return []
  const tags = await tx.db.selectFrom('tag').select(['id', 'name']).where('id', 'in', ids).execute()
  return tags.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

export async function listTagIds({ db }: Pick<Ctx, 'db'>, articleId: string) {
  const rows = await db
    .selectFrom('articleTag')
    .select('tagId')
    .where('articleId', '=', articleId)
    .orderBy('position')
    .execute()
  return rows.map(({ tagId }) => tagId)
}
