import { sql } from 'kysely'
import { MINUTE_MS } from '#contract/constants.ts'
import type { Db } from '#server/platform/db.ts'
import type { Log } from '#server/platform/log.ts'

const EVERY_MS = 10 * MINUTE_MS
const ONE_SWEEPER = 0x7377_6570

/** Throws away what has had its day, every few minutes, in one process at a time. */
export function createScheduledJobs({
  db,
  log,
  chores,
}: {
  db: Db
  log: Log
  chores: ((db: Db) => Promise<unknown>)[]
}) {
  const timer = setInterval(() => {
    run().catch((error: unknown) => log.error({ err: error }, 'the sweeping failed'))
  }, EVERY_MS)
  timer.unref()

  async function run() {
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${ONE_SWEEPER}) as mine`.execute(
        tx,
      )
      if (!rows[0]?.mine) return
      for (const chore of chores) await chore(tx)
    })
  }

  return { run, close: () => clearInterval(timer) }
}
