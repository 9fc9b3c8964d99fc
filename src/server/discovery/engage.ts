import type { Engagement } from '#contract/discovery.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'
import { dayOf, readerOf } from './visitor.ts'

/** Writes down that a reader showed interest. A job counts it soon. Inside a transaction. */
export async function engage({ db, now }: Ctx, articleId: string, kind: Engagement, at = now()) {
  await db.insertInto('engagement').values({ id: newId(), articleId, kind, at }).execute()
}

/** The same, once a day for each reader: what can be taken back and done again does not count again. */
export async function engageOnceToday(tx: Ctx, articleId: string, kind: Engagement) {
  const day = dayOf(tx.now())
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('finishedToday')
    .values({ articleId, day, reader: await readerOf(tx, day, kind) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 1n) await engage(tx, articleId, kind)
}
