import { DAY_MS } from '#contract/constants.ts'
import type { Db } from '#server/platform/db.ts'

/** Keeps expired sessions and codes for a month, so that clients get the right error; tickets are deleted at once. */
export async function sweepIdentity(db: Db, now: Date) {
  const monthAgo = new Date(now.getTime() - 30 * DAY_MS)
  await db.deleteFrom('ticket').where('expiresAt', '<', now).execute()
  await db.deleteFrom('mailCode').where('expiresAt', '<', monthAgo).execute()
  await db.deleteFrom('invitation').where('expiresAt', '<', monthAgo).execute()
  await db.deleteFrom('impersonation').where('expiresAt', '<', monthAgo).execute()
  await db.deleteFrom('session').where('expiresAt', '<', monthAgo).execute()
}
