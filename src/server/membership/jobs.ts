import { MINUTE_MS } from '#contract/constants.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { createWorker, runEach } from '#server/platform/jobs/worker.ts'
import { BILLING, handleNextEvent, readMissedEvents } from './billing-events.ts'
import { endTestGifts } from './gift-codes.ts'
import type { PaymentProvider } from './providers/provider.ts'
import { notifyEndingTrials, reconcileCheckout, reconcileMembership } from './reconcile.ts'

/** Handles webhooks of the payment provider, and asks it about everything that webhooks may have missed. */
export function createBillingWorker(ctx: Ctx, payments: PaymentProvider) {
  let hasTestGifts = true
  return createWorker(ctx, {
    name: 'billing',
    everyMs: MINUTE_MS,
    restMs: 250,
    failure: 'billing failed',
    wakeOn: BILLING,
    run: runEach(
      ctx,
      async (of, failItem) => {
        await readMissedEvents(of, payments, failItem)
        return false
      },
      // One at a time, so that webhooks do not wait for a backlog of memberships.
      async (of, failItem) =>
        (await handleNextEvent(of, payments, failItem)) ||
        (await reconcileCheckout(of, payments, failItem)) ||
        reconcileMembership(of, payments, failItem),
      async (of) => {
        await notifyEndingTrials(of)
        // Once for each process: only another provider leaves some.
        if (hasTestGifts) await endTestGifts(of, payments)
        hasTestGifts = false
        return false
      },
    ),
  })
}
