import { Refusal } from '#contract/errors.ts'
import { notify } from '#server/notifications/notify.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import type { Fetched } from './apply-state.ts'
import { type PaymentProvider, type ProviderInvoice, findLastPaid } from './providers/provider.ts'
import { type MembershipRow, findErasure } from './queries.ts'

/** At the end of the period, or at once if nothing was paid for it. A bank may yet confirm the payment. */
export async function cancelSubscription(payments: PaymentProvider, { state, subscriptionId }: MembershipRow) {
  if (state === 'past-due' && !(await isProcessing(payments, subscriptionId))) await payments.cancelNow(subscriptionId)
  else if (state !== 'cancelled' && state !== 'expired') await payments.cancelAtPeriodEnd(subscriptionId)
}

/** Whether a bank has not confirmed a payment yet. */
export async function isProcessing(payments: PaymentProvider, subscriptionId: string): Promise<boolean> {
  const subscription = await payments.getSubscription(subscriptionId)
  const invoices = subscription ? await payments.listInvoices(subscription) : []
  return invoices.some(({ status }) => status === 'processing')
}

/**
 * For a subscription that has ended, also at the provider itself: what is open can no longer be paid, and what was paid
 * afterwards is refunded, because it pays for no membership. Returns whether there was something.
 */
export async function settleEnded(ctx: Ctx, payments: PaymentProvider, { subscription, personId, invoices }: Fetched) {
  const { id, status, endedAt } = subscription
  if (status !== 'ended' || !endedAt) return false
  const isOpen = invoices.some((invoice) => invoice.status === 'failed')
  const late = invoices.filter((invoice) => isPaidAfter(invoice, endedAt) && invoice.refunded < invoice.amount)
  if (isOpen) await payments.cancelNow(id)
  for (const payment of late) await refundLate(ctx, payments, { personId, payment })
  return isOpen || late.length > 0
}

type Late = { personId: string; payment: ProviderInvoice }

/** What the provider cannot refund is recorded as paid, and up to the owner. */
async function refundLate(ctx: Ctx, payments: PaymentProvider, { personId, payment }: Late) {
  try {
    await payments.refund(payment)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'wrong-state') throw error
    ctx.log.error({ err: error, payment: payment.id }, 'payment after the end of a membership not refunded')
    return
  }
  await inTransaction(ctx, async (tx) => {
    if (await findErasure(tx.db, personId)) return
    const cause = `late-refunded:${payment.id}`
    await notify(tx, { kind: 'membership', cause, actorId: null, personId, detail: { outcome: 'late-refunded' } })
  })
}

/** The person deleted their account. What was paid afterwards is refunded, before it is cancelled as for a second one. */
export async function endErased({ db }: Ctx, payments: PaymentProvider, { subscription, personId, invoices }: Fetched) {
  const last = findLastPaid(invoices)
  if (last && isPaidAfter(last, await findErasure(db, personId))) await payments.refund(last)
  await payments.cancelNow(subscription.id)
}

export function isPaidAfter({ status, paidAt }: ProviderInvoice, end: Date | null) {
  return status === 'paid' && end !== null && paidAt !== null && paidAt > end
}

/** Refunded before it is cancelled: after a crash in between it is still alive, and both are repeated. */
export async function endDuplicate(ctx: Ctx, payments: PaymentProvider, { subscription, personId, invoices }: Fetched) {
  ctx.log.warn({ subscription: subscription.id, person: personId }, 'second subscription refunded and cancelled')
  const last = findLastPaid(invoices)
  if (last) await payments.refund(last)
  await payments.cancelNow(subscription.id)
}
