import { sql } from 'kysely'
import type { Db } from '#server/platform/db.ts'

/** One process counts at a time: two would wait for each other's rows. */
const COUNTING_LOCK = 0x616e_616c

/** Whether this transaction may count. Until it ends, no other may. */
export async function startCounting(tx: Db): Promise<boolean> {
  const { rows } = await sql<{
    locked: boolean
  }>`select pg_try_advisory_xact_lock(${COUNTING_LOCK}) as locked`.execute(tx)
  return rows[0]?.locked ?? false
}

export async function waitForCounting(tx: Db) {
  await sql`select pg_advisory_xact_lock(${COUNTING_LOCK})`.execute(tx)
}
