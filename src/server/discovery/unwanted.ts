import type { Db } from '#server/platform/db.ts'

/** Whose stories are not put before somebody: whom they muted or blocked, and who blocked them. */
export async function unwantedBy(db: Db, personId: string): Promise<string[]> {
  const muted = db.selectFrom('mute').select('mutedId as id').where('muterId', '=', personId)
  const blocked = db.selectFrom('block').select('blockedId as id').where('blockerId', '=', personId)
  const blocking = db.selectFrom('block').select('blockerId as id').where('blockedId', '=', personId)
  const rows = await muted.union(blocked).union(blocking).execute()
  return rows.map(({ id }) => id)
}
