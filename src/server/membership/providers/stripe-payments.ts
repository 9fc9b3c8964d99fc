import { Stripe } from 'stripe'
import { Refusal } from '#contract/errors.ts'
import type { BillingSubject, ProviderInvoice, ProviderSubscription } from './provider.ts'
import { orMissing, orRefused } from './stripe-errors.ts'
import { type ChargeFigures, idOf, paidIntentsOf, presentInvoice, subscriptionOf } from './stripe-present.ts'

const PAGE = 100

/** What was paid for a subscription, and refunds. */
export function createStripePayments(stripe: Stripe) {
  /** What was refunded, and what the bank took back after a dispute. */
  async function sumReturned(charge: Stripe.Charge): Promise<number> {
    return Math.min(charge.amount, charge.amount_refunded + (await sumLost(charge)))
  }

  async function sumLost({ id, disputed }: Stripe.Charge): Promise<number> {
    if (!disputed) return 0
    const { data } = await stripe.disputes.list({ charge: id, limit: PAGE })
    return data.reduce((sum, { status, amount }) => sum + (status === 'lost' ? amount : 0), 0)
  }

  /** By payment intent. One intent has a charge for each attempt, and only the one that succeeded can be refunded. */
  async function readCharges(customer: string): Promise<ChargeFigures> {
    const figures = { refunds: new Map<string, number>(), pending: new Set<string>() }
    for await (const charge of stripe.charges.list({ customer, limit: PAGE })) {
      const intent = idOf(charge.payment_intent)
      if (!intent) continue
      if (charge.status === 'pending') figures.pending.add(intent)
      figures.refunds.set(intent, (figures.refunds.get(intent) ?? 0) + (await sumReturned(charge)))
    }
    return figures
  }

  async function listInvoices({ id, customerId }: ProviderSubscription): Promise<ProviderInvoice[]> {
    const charges = await readCharges(customerId)
    const invoices: ProviderInvoice[] = []
    for await (const invoice of stripe.invoices.list({ subscription: id, limit: PAGE, expand: ['data.payments'] }))
      invoices.push(presentInvoice(invoice, charges))
    return invoices
  }

  /** Stripe leaves the invoices of a subscription that was cancelled open. One that a bank is about to pay stays so. */
  async function voidOpen(subscription: string) {
    for await (const { id } of stripe.invoices.list({ subscription, status: 'open', limit: PAGE }))
      await orRefused(stripe.invoices.voidInvoice(id))
  }

  /**
   * Pays the last invoice: an older one that is open was given up. After the payment method of the subscription, the one that
   * the person chose in the portal is tried, and used from then on.
   */
  async function payOpen(id: string) {
    const expand = ['latest_invoice', 'customer']
    const { latest_invoice, customer, ...subscription } = await stripe.subscriptions.retrieve(id, { expand })
    if (!latest_invoice || typeof latest_invoice === 'string' || latest_invoice.status !== 'open') return
    if (await tryToPay(latest_invoice.id)) return
    if (typeof customer === 'string' || customer.deleted) return
    const chosen = idOf(customer.invoice_settings.default_payment_method)
    if (!chosen || chosen === idOf(subscription.default_payment_method)) return
    if (await tryToPay(latest_invoice.id, { payment_method: chosen }))
      await stripe.subscriptions.update(id, { default_payment_method: chosen })
  }

  async function tryToPay(invoice: string, by: { payment_method?: string } = {}) {
    try {
      return (await stripe.invoices.pay(invoice, by)).status === 'paid'
    } catch (error) {
      // Declined, to be confirmed by the person, without a payment method, or paid in the meantime.
      if (error instanceof Stripe.errors.StripeCardError) return false
      if (error instanceof Stripe.errors.StripeInvalidRequestError) return false
      throw error
    }
  }

  async function refund(payment: ProviderInvoice) {
    if (payment.refunded >= payment.amount) return
    const intents = await findIntents(payment.id)
    if (intents.length === 0)
      throw new Refusal('wrong-state', {
        message:
          'Stripe has no charge for the last payment. Refund it and cancel the subscription in the Stripe dashboard.',
      })
    for (const intent of intents)
      await stripe.refunds.create(
        { payment_intent: intent },
        { idempotencyKey: `refund-${intent}-${payment.refunded}` },
      )
  }

  /** A one-time payment is an intent itself. */
  async function findIntents(id: string) {
    if (!id.startsWith('in_')) return [id]
    return paidIntentsOf(await stripe.invoices.retrieve(id, { expand: ['payments'] }))
  }

  async function getCharge(id: string) {
    const charge = await orMissing(stripe.charges.retrieve(id))
    if (!charge) return null
    const isLost = (await sumLost(charge)) > 0
    return { subject: await findSubject(idOf(charge.payment_intent)), isLost }
  }

  async function findSubject(payment_intent: string | null): Promise<BillingSubject | ''> {
    if (payment_intent === null) return ''
    const [gift] = (await stripe.checkout.sessions.list({ payment_intent, limit: 1 })).data
    if (gift) return `checkout:${gift.id}`
    const payment = { type: 'payment_intent', payment_intent }
    const [paid] = (await stripe.invoicePayments.list({ payment, limit: 1, expand: ['data.invoice'] })).data
    const invoice = paid && typeof paid.invoice !== 'string' && !paid.invoice.deleted ? paid.invoice : null
    const subscription = invoice && subscriptionOf(invoice)
    return subscription ? `subscription:${subscription}` : ''
  }

  return { getCharge, sumReturned, listInvoices, voidOpen, payOpen, refund }
}
