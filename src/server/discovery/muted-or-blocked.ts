import { sql } from 'kysely'
import type { Value } from '#server/platform/compiled-query.ts'
import type { Db } from '#server/platform/db.ts'

/** Ids of people the person has muted or blocked, and of people who blocked them, as an array in a query. */
export function mutedOrBlockedBy(personId: Value<string>) {
  return sql<string[]>`array(select muted_id from mute where muter_id = ${personId}
    union select blocked_id from block where blocker_id = ${personId}
    union select blocker_id from block where blocked_id = ${personId})`
}

export async function listMutedOrBlocked(db: Db, personId: string): Promise<string[]> {
  const { ids } = await db.selectNoFrom(mutedOrBlockedBy(personId).as('ids')).executeTakeFirstOrThrow()
  return ids
}
