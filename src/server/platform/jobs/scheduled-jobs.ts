import { sql } from 'kysely'
import { MINUTE_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'

const EVERY_MS = 10 * MINUTE_MS
const LOCK_KEY = 0x7377_6570

type ScheduledJob = { name: string; run(db: Db): Promise<unknown> }
type Needs = Pick<Ctx, 'db' | 'log' | 'now' | 'jobs'>

/** Runs all jobs every ten minutes, in one transaction and one process at a time. On shutdown, the remaining ones wait for the next run. */
export function createScheduledJobs({ db, log, now, jobs }: Needs, all: readonly ScheduledJob[]) {
  let closed = false
  let working: Promise<unknown> = Promise.resolve()
  const tracker = jobs.track('cleanup', 'scheduled', () => wake())
  const timer = setInterval(() => void wake(), EVERY_MS)
  timer.unref()
  planNext()

  function planNext() {
    tracker.setNextRun(new Date(now().getTime() + EVERY_MS))
  }

  function wake() {
    working = run().catch((error: unknown) => log.error({ err: error }, 'scheduled jobs failed'))
    return working
  }

  function run() {
    planNext()
    return tracker.run(runAll)
  }

  async function runAll() {
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${LOCK_KEY}) as locked`.execute(
        tx,
      )
      if (!rows[0]?.locked) return
      for (const job of all) {
        if (closed) return
        try {
          await job.run(tx)
        } catch (cause) {
          throw new Error(`${job.name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
        }
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
