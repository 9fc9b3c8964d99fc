import { SECOND_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { createWorker } from '#server/platform/jobs/worker.ts'
import { type Lease, leaseDueEndpoints, sendDue } from './deliver.ts'
import { WEBHOOK_DELIVERIES } from './emit.ts'

/** Endpoints that one process sends to at once. */
const CONCURRENCY = 8

/** Sends webhooks. Each endpoint has its own task, so that a slow one does not delay the others. */
export function createWebhookWorker(ctx: Ctx) {
  let ending = false
  const active = new Set<Promise<void>>()
  const worker = createWorker(ctx, {
    name: 'webhooks',
    everyMs: 5 * SECOND_MS,
    restMs: 250,
    failure: 'webhook delivery failed',
    wakeOn: WEBHOOK_DELIVERIES,
    async run() {
      const free = CONCURRENCY - active.size
      if (free <= 0) return
      for (const leased of await leaseDueEndpoints(ctx, free)) {
        const task = send(leased).finally(() => active.delete(task))
        active.add(task)
      }
    },
  })

  async function send(leased: Lease) {
    try {
      await sendDue(ctx, leased, () => ending)
      // Events may have arrived while the lease was held.
      void worker.wake()
    } catch (error) {
      // The lease expires, and the delivery is sent again with the same id.
      ctx.log.error({ err: error, webhook: leased.id }, 'webhook delivery failed')
    }
  }

  return {
    ...worker,
    async close() {
      ending = true
      await worker.close()
      await Promise.all(active)
    },
  }
}
