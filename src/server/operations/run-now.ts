import { Refusal } from '#contract/errors.ts'
import { recordAudit } from '#server/audit/record.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { processJobs } from './queries.ts'

/** Starts a job in this process. False when it is running already. */
export async function runJob(ctx: Ctx, name: string): Promise<{ started: boolean }> {
  const job = ctx.jobs.list().find((one) => one.name === name)
  if (!job) throw new Refusal('not-found')
  // A daily job must not run twice at once. The others share their work by locks.
  const running = (await processJobs(ctx.db, ctx.now())).some((one) => one.job === name && one.startedAt !== null)
  if (job.startedAt !== null || (running && job.kind === 'daily')) return { started: false }
  await inTransaction(ctx, (tx) => recordAudit(tx, { action: 'job.started', target: { kind: 'job', id: name } }))
  // Its failures are reported like those of any run.
  ctx.jobs.start(name)?.catch((error: unknown) => ctx.log.error({ err: error, job: name }, 'job not started'))
  return { started: true }
}
