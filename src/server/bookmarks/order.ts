import { sql } from 'kysely'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { holdLists, ownList, touchLists } from './hold.ts'
import { topOfList } from './queries.ts'
import { knownStory } from './save.ts'

/** Moves a story within its list: right after another, or to the top. */
export async function placeStory(ctx: Ctx<Viewer>, listId: string, ref: string, after: string | null) {
  const id = await knownStory(ctx, ref)
  return inTransaction(ctx, async (tx) => {
    await holdLists(tx)
    const list = await ownList(tx, listId)
    const { db } = tx
    await orNotFound(itemOf(db, listId, id))
    if (after === id) return {}
    const position = after === null ? await topOfList(db, listId) : await placeAfter(db, listId, { after, moved: id })
    await db
      .updateTable('bookmark')
      .set({ position })
      .where('listId', '=', listId)
      .where('articleId', '=', id)
      .execute()
    touchLists(tx, list)
    return {}
  })
}

type Wanted = { after: string; moved: string }

async function placeAfter(db: Db, listId: string, { after, moved }: Wanted): Promise<number> {
  const upper = await orNotFound(itemOf(db, listId, after))
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
  // Between two neighbours there is room for some fifty halvings; then all get whole numbers again.
  await renumber(db, listId)
  return placeAfter(db, listId, { after, moved })
}

async function renumber(db: Db, listId: string) {
  await sql`update bookmark set position = counted.place
    from (select article_id, row_number() over (order by position, article_id) as place
          from bookmark where list_id = ${listId}) as counted
    where bookmark.list_id = ${listId} and bookmark.article_id = counted.article_id`.execute(db)
}

function itemOf(db: Db, listId: string, articleId: string) {
  return db
    .selectFrom('bookmark')
    .select('position')
    .where('listId', '=', listId)
    .where('articleId', '=', articleId)
    .executeTakeFirst()
}
