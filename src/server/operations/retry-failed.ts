import { Refusal } from '#contract/errors.ts'
import type { FailedJob } from '#contract/operations/names.ts'
import type { Viewer } from '#contract/viewer.ts'
import { publishFailed } from '#server/articles/publishing/scheduled-publishing.ts'
import { recordAudit } from '#server/audit/record.ts'
import { sendMailAgain } from '#server/mail/send-again.ts'
import type { PictureWorker } from '#server/media/picture-worker.ts'
import { retryPushes } from '#server/notifications/push-delivery.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { MailConfig } from '#server/platform/mail.ts'
import { refusalOf } from '#server/platform/refusal-of.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { listFailedItems } from './jobs-list.ts'

const BATCH_SIZE = 500

export type Retriers = { getMail(): MailConfig; pictures: Pick<PictureWorker, 'retry'> }
type ItemRef = { job: FailedJob; id: string }
type Outcome = ItemRef & { refused: { code: string; message: string } | null }

/** Puts failed items back into their queues, each on its own: a refusal does not stop the others. */
export async function retryItems(ctx: Ctx<Viewer>, items: readonly ItemRef[], retriers: Retriers): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const distinct = new Map(items.map(({ job, id }) => [`${job} ${id}`, { job, id }]))
  for (const item of distinct.values()) outcomes.push({ ...item, refused: await refusalOf(retry(ctx, item, retriers)) })
  return outcomes
}

async function retry(ctx: Ctx<Viewer>, { job, id }: ItemRef, { getMail, pictures }: Retriers) {
  // Records `mail.resent`.
  if (job === 'mail') return sendMailAgain(ctx, id, getMail())
  if (job === 'pictures') {
    if (!(await pictures.retry([id])).has(id)) throw notFailed()
  } else if (job === 'push') {
    await inTransaction(ctx, async (tx) => {
      if (!(await retryPushes(tx, [id])).has(id)) throw notFailed()
    })
  } else {
    await publishNow(ctx, id)
  }
  await inTransaction(ctx, (tx) => recordAudit(tx, { action: 'job.retried', target: { kind: job, id } }))
}

/** The admin publishes in place of the scheduler, so the same rules apply, and the reason of a refusal is shown. */
async function publishNow(ctx: Ctx<Viewer>, id: string) {
  const { items } = await listFailedItems(ctx, { job: 'scheduled-publishing', limit: 100 })
  if (!items.some((item) => item.id === id)) throw notFailed()
  await publishFailed(ctx, id)
}

function notFailed() {
  return new Refusal('nodata', { message: 'This item is not in the list of failed items anymore.' })
}

/** Retries a batch of the failed items of a job. Refused items stay in the list, so the next batch starts behind this one. */
export async function retryAll(ctx: Ctx<Viewer>, job: FailedJob, before: string | null, retriers: Retriers) {
  const { items, next } = await listFailedItems(ctx, { job, limit: BATCH_SIZE, before: before ?? undefined })
  const outcomes = await retryItems(ctx, items, retriers)
  const refused = outcomes.flatMap((outcome) => outcome.refused ?? [])
  return {
    retried: outcomes.length - refused.length,
    refused: refused.length,
    reason: refused[0]?.message ?? null,
    next,
  }
}
