import type { Ctx } from '#server/platform/ctx.ts'
import { releaseUse, takeUse } from '#server/storage/quota.ts'
import { accountOf } from './queries.ts'

/** Counts bytes that somebody's library gains, or loses when negative. Refuses when there is no room. Inside a transaction. */
export async function countChange(tx: Ctx, ownerId: string, bytes: number) {
  const uid = await accountOf(tx.db, ownerId)
  if (uid === null) return
  if (bytes > 0) await takeUse(tx, uid, bytes)
  else await releaseUse(tx, uid, -bytes)
}
