import { DAY_MS } from '#contract/constants.ts'
import type { Db } from '#server/platform/db.ts'

/** Ended sessions and used codes are kept a month, to answer what became of them; tickets go at once. */
export async function sweepIdentity(db: Db, now: Date) {
  const monthAgo = new Date(now.getTime() - 30 * DAY_MS)
  await db.deleteFrom('ticket').where('expiresAt', '<', now).execute()
  await db.deleteFrom('mailCode').where('expiresAt', '<', monthAgo).execute()
  await db.deleteFrom('session').where('expiresAt', '<', monthAgo).execute()
}
