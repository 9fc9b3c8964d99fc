import { sql } from 'kysely'
import { MINUTE_MS } from '#contract/constants.ts'
import type { Db } from '#server/platform/db.ts'
import type { Log } from '#server/platform/log.ts'

const EVERY_MS = 10 * MINUTE_MS
const LOCK_KEY = 0x7377_6570

type Options = { db: Db; log: Log; jobs: ((db: Db) => Promise<unknown>)[] }

/** Runs all jobs every ten minutes, in one transaction and one process at a time. On shutdown, the remaining ones wait for the next run. */
export function createScheduledJobs({ db, log, jobs }: Options) {
  let closed = false
  let working = Promise.resolve()
  const timer = setInterval(() => {
    working = run().catch((error: unknown) => log.error({ err: error }, 'scheduled jobs failed'))
  }, EVERY_MS)
  timer.unref()

  async function run() {
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${LOCK_KEY}) as locked`.execute(
        tx,
      )
      if (!rows[0]?.locked) return
      for (const job of jobs) {
        if (closed) return
        await job(tx)
      }
    })
  }

  return {
    run,
    async close() {
      closed = true
      clearInterval(timer)
      await working
    },
  }
}
