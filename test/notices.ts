import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createTelling } from '#server/notifications/rounds.ts'
import { type Happening, tell } from '#server/notifications/tell.ts'

/** Something happens, and whom it concerns is told. */
export async function happens(ctx: Ctx, ...happenings: Happening[]) {
  for (const happening of happenings) await inTransaction(ctx, (tx) => tell(tx, happening))
  const telling = createTelling(ctx)
  await telling.wake()
  await telling.close()
}
