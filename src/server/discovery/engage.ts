import type { Engagement } from '#contract/discovery.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { newId } from '#server/platform/ids.ts'

/** Writes down that a reader showed interest. A job counts it soon. Inside a transaction. */
export async function engage({ db, now }: Ctx, articleId: string, kind: Engagement, at = now()) {
  await db.insertInto('engagement').values({ id: newId(), articleId, kind, at }).execute()
}
