import type { Ctx } from '#server/platform/ctx.ts'
import { countStory } from '#server/taxonomy/count.ts'
import { tagNamed } from '#server/taxonomy/create.ts'
import { coAuthorIds, countFor } from '#server/articles/byline.ts'

/** Where a story stands. */
type Shelves = { categoryId: string | null; tagIds: string[] }
type Written = { id: string; authorId: string }

/** One story more or less, wherever stories are counted. Inside a transaction. */
export async function count(tx: Ctx, { id, authorId }: Written, shelves: Shelves, by: 1 | -1) {
  await countStory(tx, shelves, by)
  await countFor(tx, [authorId, ...(await coAuthorIds(tx.db, id))], by)
}

/** Only what differs is counted anew: everybody's stories meet in these rows. */
export async function recount(tx: Ctx, before: Shelves, after: Shelves) {
  const moved = before.categoryId !== after.categoryId
  const left = before.tagIds.filter((id) => !after.tagIds.includes(id))
  const joined = after.tagIds.filter((id) => !before.tagIds.includes(id))
  await countStory(tx, { categoryId: moved ? before.categoryId : null, tagIds: left }, -1)
  await countStory(tx, { categoryId: moved ? after.categoryId : null, tagIds: joined }, 1)
}

/** Puts these words on a story, and returns them as the site spells them. Inside a transaction. */
export async function putTags(tx: Ctx, articleId: string, names: string[], before: string[]) {
  const ids: string[] = []
  for (const name of names) {
    const { id } = await tagNamed(tx, name)
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

export async function tagIdsOf({ db }: Pick<Ctx, 'db'>, articleId: string) {
  const rows = await db
    .selectFrom('articleTag')
    .select('tagId')
    .where('articleId', '=', articleId)
    .orderBy('position')
    .execute()
  return rows.map(({ tagId }) => tagId)
}
