import type { Engagement } from '#contract/discovery.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { dayOf } from '#server/platform/days.ts'
import { newId } from '#server/platform/ids.ts'
import { hashReader } from './visitor-hash.ts'

/** A job adds it to the ranks. Must run in a transaction. */
export async function recordEngagement({ db, now }: Ctx, articleId: string, kind: Engagement, at = now()) {
  await db.insertInto('engagement').values({ id: newId(), articleId, kind, at }).execute()
}

/** At most once a day per reader, so that undoing and repeating an action does not count twice. */
export async function recordEngagementOncePerDay(tx: Ctx, articleId: string, kind: Engagement) {
  const day = dayOf(tx.now())
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('finishedToday')
    .values({ articleId, day, reader: await hashReader(tx, day, kind) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 1n) await recordEngagement(tx, articleId, kind)
}
