import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createFanOutWorker } from '#server/notifications/jobs.ts'
import { type NotificationEvent, notify } from '#server/notifications/notify.ts'

/** Writes events and runs the fan-out worker. */
export async function notifyNow(ctx: Ctx, ...events: NotificationEvent[]) {
  for (const event of events) await inTransaction(ctx, (tx) => notify(tx, event))
  const worker = createFanOutWorker(ctx)
  await worker.wake()
  await worker.close()
}
