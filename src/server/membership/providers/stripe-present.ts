import type { Stripe } from 'stripe'
import { SECOND_MS } from '#contract/constants.ts'
import type { ProviderCheckout, ProviderInvoice, ProviderSubscription } from './provider.ts'

export function dateOf(seconds: number): Date {
  return new Date(seconds * SECOND_MS)
}

export function secondsOf(date: Date): number {
  return Math.floor(date.getTime() / SECOND_MS)
}

const dateOrNull = (seconds: number | null | undefined) => (seconds ? dateOf(seconds) : null)

/** The id of an object that may be expanded. */
export function idOf(value: string | { id: string } | null | undefined): string | null {
  return typeof value === 'string' ? value : (value?.id ?? null)
}

const statuses: Record<string, ProviderSubscription['status']> = {
  incomplete: 'incomplete',
  trialing: 'trialing',
  active: 'active',
  past_due: 'past-due',
  unpaid: 'past-due',
  paused: 'past-due',
  canceled: 'ended',
  incomplete_expired: 'void',
}

export function presentSubscription(
  subscription: Stripe.Subscription,
  nextAmount: number | null,
): ProviderSubscription {
  const [item] = subscription.items.data
  const status = statuses[subscription.status]
  if (!item || !status) throw new Error(`subscription ${subscription.id} has an unknown form: ${subscription.status}`)
  const { price } = item
  return {
    id: subscription.id,
    checkoutId: subscription.metadata['checkout'] ?? '',
    customerId: idOf(subscription.customer) ?? '',
    status,
    // The portal of newer accounts sets a date instead of the flag. A later date takes effect in its period.
    cancelAtPeriodEnd:
      subscription.cancel_at_period_end ||
      (subscription.cancel_at !== null && subscription.cancel_at <= item.current_period_end),
    planId: price.metadata['plan'] ?? null,
    price: price.unit_amount ?? 0,
    currency: price.currency,
    nextAmount,
    period: price.recurring?.interval === 'year' ? 'year' : 'month',
    periodStart: dateOf(item.current_period_start),
    periodEnd: dateOf(item.current_period_end),
    trialEnd: dateOrNull(subscription.trial_end),
    startedAt: dateOf(subscription.start_date),
    endedAt: dateOrNull(subscription.ended_at),
    card: describeCard(subscription.default_payment_method),
    discounted: subscription.discounts.length > 0,
  }
}

function describeCard(method: Stripe.Subscription['default_payment_method']): string {
  if (!method || typeof method === 'string' || !method.card) return ''
  const { brand, last4 } = method.card
  return `${brand.slice(0, 1).toUpperCase()}${brand.slice(1)} ending in ${last4}`
}

/** Webhook endpoints with an API version before 2025-03-31 send it in another field. */
export function subscriptionOf(invoice: Stripe.Invoice): string | null {
  const id = idOf(invoice.parent?.subscription_details?.subscription)
  if (id !== null || !('subscription' in invoice)) return id
  return typeof invoice.subscription === 'string' ? invoice.subscription : null
}

/** The payment intents that paid an invoice. The others were cancelled, or are still open. */
export function paidIntentsOf(invoice: Stripe.Invoice): string[] {
  return intentsOf(invoice, 'paid')
}

function intentsOf({ payments }: Stripe.Invoice, wanted: 'paid' | 'open'): string[] {
  return (payments?.data ?? []).flatMap(({ status, payment }) => {
    const intent = idOf(payment.payment_intent)
    return status === wanted && intent ? intent : []
  })
}

/** By payment intent: what was refunded, and those with a bank debit that is not confirmed yet. */
export type ChargeFigures = { refunds: ReadonlyMap<string, number>; pending: ReadonlySet<string> }

export function presentInvoice(invoice: Stripe.Invoice, { refunds, pending }: ChargeFigures): ProviderInvoice {
  const refunded = paidIntentsOf(invoice).reduce((sum, intent) => sum + (refunds.get(intent) ?? 0), 0)
  const isPaid = invoice.status === 'paid'
  const isOpen = invoice.status === 'open' || invoice.status === 'uncollectible'
  const isProcessing = isOpen && intentsOf(invoice, 'open').some((intent) => pending.has(intent))
  const unpaid = isProcessing ? 'processing' : isOpen && invoice.attempted ? 'failed' : 'other'
  const amount = isPaid ? invoice.amount_paid : Math.max(0, invoice.amount_due)
  const [line] = invoice.lines.data.toReversed()
  return {
    id: invoice.id,
    status: isPaid ? 'paid' : unpaid,
    amount,
    discount: (invoice.total_discount_amounts ?? []).reduce((sum, one) => sum + one.amount, 0),
    refunded: Math.min(amount, refunded),
    currency: invoice.currency,
    description: (line?.description ?? invoice.description ?? 'Membership').slice(0, 200),
    periodStart: line ? dateOf(line.period.start) : null,
    periodEnd: line ? dateOf(line.period.end) : null,
    createdAt: dateOf(invoice.created),
    paidAt: dateOrNull(invoice.status_transitions.paid_at),
  }
}

/** The charge of a one-time payment. */
export function chargeOf({ payment_intent }: Stripe.Checkout.Session): Stripe.Charge | null {
  const charge = typeof payment_intent === 'string' ? null : payment_intent?.latest_charge
  return typeof charge === 'string' ? null : (charge ?? null)
}

/** `returned` of the charge of a one-time payment. */
export function presentCheckout(session: Stripe.Checkout.Session, returned: number): ProviderCheckout {
  const isPaid = session.status === 'complete' && session.payment_status !== 'unpaid'
  const state = isPaid ? 'paid' : session.status === 'expired' ? 'expired' : 'open'
  return {
    sessionId: session.id,
    checkoutId: session.metadata?.['checkout'] ?? '',
    state,
    customerId: idOf(session.customer),
    subscriptionId: idOf(session.subscription),
    payment: isPaid && session.mode === 'payment' ? presentPayment(session, returned) : null,
    // Of a session that is open, it is what Stripe knew before.
    billing: session.status === 'complete' ? presentBilling(session.customer_details) : null,
  }
}

/** Null when nothing was due. */
function presentPayment(session: Stripe.Checkout.Session, returned: number): ProviderInvoice | null {
  const id = idOf(session.payment_intent)
  if (id === null) return null
  const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent
  const createdAt = dateOf(session.created)
  return {
    id,
    status: 'paid',
    amount: session.amount_total ?? 0,
    discount: session.total_details?.amount_discount ?? 0,
    refunded: returned,
    currency: session.currency ?? '',
    description: intent?.description ?? 'Gift',
    periodStart: null,
    periodEnd: null,
    createdAt,
    paidAt: dateOrNull(chargeOf(session)?.created) ?? createdAt,
  }
}

function presentBilling(details: Stripe.Checkout.Session['customer_details']): ProviderCheckout['billing'] {
  if (!details) return null
  const { line1, line2, postal_code, city, state, country } = details.address ?? {}
  const lines = [line1, line2, [postal_code, city].filter(Boolean).join(' '), state].filter(Boolean)
  const taxId = details.tax_ids?.[0]?.value ?? ''
  const name = details.name ?? ''
  return {
    name: name.slice(0, 120),
    address: lines.join('\n').slice(0, 500),
    country: country && /^[A-Z]{2}$/.test(country) ? country : '',
    taxId: taxId.slice(0, 40),
  }
}
