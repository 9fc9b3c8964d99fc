import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'

const EVERY_MS = 10 * MINUTE_MS
/** Longer than any job takes. One that fails, or whose process ends, runs again after it. */
const RETRY_MS = 2 * HOUR_MS

/** Checks the signal between two batches, and ends early when it is aborted. */
type DailyJob = { name: string; run(ctx: Ctx, signal: AbortSignal): Promise<unknown> }

/**
 * Runs each job once a day across all processes and restarts. A job that a shutdown interrupts runs again after the restart,
 * one that fails some hours later.
 */
export function createDailyJobs(ctx: Ctx, jobs: readonly DailyJob[]) {
  let working = Promise.resolve()
  const stopping = new AbortController()
  const { signal } = stopping
  const trackers = new Map(jobs.map(({ name }) => [name, ctx.jobs.track(name, 'daily', () => startNow(name))]))
  const timer = setInterval(() => void wake(), EVERY_MS)
  timer.unref()

  function wake() {
    working = working.then(runDue).catch((error: unknown) => {
      ctx.log.error({ err: error }, 'daily job failed')
    })
    return working
  }

  async function runDue() {
    for (const { name, run } of jobs) {
      if (signal.aborted) return
      const begunAt = ctx.now()
      if (!(await claim(name, begunAt))) continue
      try {
        await (trackers.get(name)?.run(() => run(ctx, signal)) ?? run(ctx, signal))
        await finish(name, begunAt)
      } catch (error) {
        // The others do not wait for it.
        ctx.log.error({ err: error, job: name }, 'daily job failed')
      } finally {
        if (signal.aborted) await release(name)
      }
    }
    await planNext()
  }

  /** Runs a job even if it has run today. */
  async function startNow(name: string) {
    await release(name)
    return wake()
  }

  async function planNext() {
    const rows = await ctx.db.selectFrom('dailyJob').select(['name', 'begunAt']).execute()
    for (const { name, begunAt } of rows) trackers.get(name)?.setNextRun(new Date(begunAt.getTime() + DAY_MS))
  }

  /** The process that writes the row runs the job. Until it has finished, the job is due again when it should be retried. */
  async function claim(name: string, now: Date) {
    const dayBefore = now.getTime() - DAY_MS
    const { rows } =
      await sql`insert into daily_job (name, begun_at) values (${name}, ${new Date(dayBefore + RETRY_MS)})
      on conflict (name) do update set begun_at = excluded.begun_at
      where daily_job.begun_at <= ${new Date(dayBefore)} returning name`.execute(ctx.db)
    return rows.length > 0
  }

  async function finish(name: string, begunAt: Date) {
    await ctx.db.updateTable('dailyJob').set({ begunAt }).where('name', '=', name).execute()
  }

  async function release(name: string) {
    await sql`delete from daily_job where name = ${name}`.execute(ctx.db)
  }

  return {
    wake,
    async close() {
      stopping.abort()
      clearInterval(timer)
      await working
    },
  }
}
