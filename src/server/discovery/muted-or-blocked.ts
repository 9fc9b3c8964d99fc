import type { Db } from '#server/platform/db.ts'

/** Ids of people the person has muted or blocked, and of people who blocked them. */
export async function listMutedOrBlocked(db: Db, personId: string): Promise<string[]> {
  const muted = db.selectFrom('mute').select('mutedId as id').where('muterId', '=', personId)
  const blocked = db.selectFrom('block').select('blockedId as id').where('blockerId', '=', personId)
  const blocking = db.selectFrom('block').select('blockerId as id').where('blockedId', '=', personId)
  const rows = await muted.union(blocked).union(blocking).execute()
  return rows.map(({ id }) => id)
}
