import { sql } from 'kysely'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { lockLists, getOwnList, invalidateLists } from './lock-lists.ts'
import { topPosition } from './queries.ts'
import { resolveStoryId } from './save.ts'

/** Moves to the top if `after` is null. */
export async function moveStory(ctx: Ctx<Viewer>, listId: string, ref: string, after: string | null) {
  const id = await resolveStoryId(ctx, ref)
  return inTransaction(ctx, async (tx) => {
    await lockLists(tx)
    const list = await getOwnList(tx, listId)
    const { db } = tx
    await orNotFound(findItem(db, listId, id))
    if (after === id) return {}
    const position =
      after === null ? await topPosition(db, listId) : await positionAfter(db, listId, { after, moved: id })
    await db
      .updateTable('bookmark')
      .set({ position })
      .where('listId', '=', listId)
      .where('articleId', '=', id)
      .execute()
    invalidateLists(tx, list)
    return {}
  })
}

type Move = { after: string; moved: string }

async function positionAfter(db: Db, listId: string, { after, moved }: Move): Promise<number> {
  const upper = await orNotFound(findItem(db, listId, after))
  const lower = await db
    .selectFrom('bookmark')
    .select('position')
    .where('listId', '=', listId)
    .where('articleId', '<>', moved)
    .where((eb) => eb(eb.refTuple('position', 'articleId'), '>', eb.tuple(upper.position, after)))
    .orderBy('position')
    .orderBy('articleId')
    .limit(sql.lit(1))
    .executeTakeFirst()
  if (!lower) return upper.position + 1
  const middle = (upper.position + lower.position) / 2
  if (middle > upper.position && middle < lower.position) return middle
  // Positions are floats: after about fifty halvings there is no room between neighbours.
  await renumber(db, listId)
  return positionAfter(db, listId, { after, moved })
}

async function renumber(db: Db, listId: string) {
  await sql`update bookmark set position = counted.place
    from (select article_id, row_number() over (order by position, article_id) as place
          from bookmark where list_id = ${listId}) as counted
    where bookmark.list_id = ${listId} and bookmark.article_id = counted.article_id`.execute(db)
}

function findItem(db: Db, listId: string, articleId: string) {
  return db
    .selectFrom('bookmark')
    .select('position')
    .where('listId', '=', listId)
    .where('articleId', '=', articleId)
    .executeTakeFirst()
}
