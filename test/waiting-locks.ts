import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '#server/platform/db.ts'

/** Waits until this many connections wait for a lock. */
export async function untilLocksWait(db: Db, count: number) {
  const waiting = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await waiting.execute(db)).rows[0]?.count, { timeout: 15_000 }).toBe(count)
}
