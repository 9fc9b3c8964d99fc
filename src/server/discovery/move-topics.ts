import type { Ctx } from '#server/platform/ctx.ts'

/** For published stories that were moved to another category. Inside a transaction. */
export async function moveStoryRanks({ db }: Pick<Ctx, 'db'>, articleIds: string[], categoryId: string) {
  if (articleIds.length === 0) return
  await db.updateTable('storyRank').set({ categoryId }).where('articleId', 'in', articleIds).execute()
}

type Move = { kind: 'category' | 'tag'; from: string; into: string }

/**
 * Makes the next followers of one topic followers of the other, since the day that they followed the first of the two.
 * Callers update the counts. Inside a transaction.
 */
export async function moveTopicFollows({ db, invalidate }: Ctx, { kind, from, into }: Move, limit: number) {
  const column = kind === 'category' ? 'categoryId' : 'tagId'
  const rows = await db
    .selectFrom('topicFollow')
    .select(['personId', 'since'])
    .where(column, '=', from)
    .orderBy('since')
    .limit(limit)
    .forUpdate()
    .execute()
  if (rows.length === 0) return { left: 0, joined: 0 }
  const ids = rows.map(({ personId }) => personId)
  await db.deleteFrom('topicFollow').where(column, '=', from).where('personId', 'in', ids).execute()
  const none = { categoryId: null, tagId: null }
  const added = await db
    .insertInto('topicFollow')
    .values(rows.map(({ personId, since }) => ({ ...none, personId, since, [column]: into })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('personId')
    .execute()
  invalidate(...ids.flatMap((id) => [`topics:${id}`, `own:${id}`] as const))
  return { left: rows.length, joined: added.length }
}
