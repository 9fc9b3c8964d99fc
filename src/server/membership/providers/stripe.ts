import { Stripe } from 'stripe'
import { MINUTE_MS, SECOND_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { NewCheckout, PaymentProvider, Switch } from './provider.ts'
import { createStripeCatalog, keyOf } from './stripe-catalog.ts'
import { askStripe, isPriceProblem, orMissing } from './stripe-errors.ts'
import { createStripePayments } from './stripe-payments.ts'
import { chargeOf, dateOf, presentCheckout, presentSubscription, secondsOf } from './stripe-present.ts'
import { handledEvents, parseStripeWebhook, presentEvent } from './stripe-webhook.ts'

export type StripeConfig = { secretKey: string; webhookSecret: string; apiUrl: URL | null }

const TIMEOUT_MS = 20 * SECOND_MS
/** Stripe refuses less than 30 minutes. Clocks differ. */
const MIN_SESSION_MS = 35 * MINUTE_MS

/** Stripe, by its own client: Checkout, customer portal and webhooks. */
export function createStripeProvider(
  config: StripeConfig,
  { db, now, log }: Pick<Ctx, 'db' | 'now' | 'log'>,
): PaymentProvider {
  const { secretKey, webhookSecret, apiUrl } = config
  const stripe = new Stripe(secretKey, {
    maxNetworkRetries: 1,
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(apiUrl && {
      host: apiUrl.hostname,
      port: apiUrl.port || (apiUrl.protocol === 'https:' ? 443 : 80),
      protocol: apiUrl.protocol === 'https:' ? ('https' as const) : ('http' as const),
    }),
  })
  const name = /^[rs]k_test_/.test(secretKey) ? 'stripe-test' : 'stripe'
  const catalog = createStripeCatalog(stripe, { db, provider: name })
  const paid = createStripePayments(stripe)

  async function createCheckout(checkout: NewCheckout) {
    const { checkoutId, mode, plan, trialDays, description, coupon, expiresAt } = checkout
    const isGift = mode === 'payment'
    const [customer, price, couponId] = await Promise.all([
      catalog.customerIdOf(checkout),
      isGift ? null : catalog.priceIdOf(plan),
      coupon && catalog.couponIdOf(coupon, trialDays),
    ])
    const metadata = { checkout: checkoutId }
    const shared = {
      customer,
      success_url: checkout.successUrl,
      cancel_url: checkout.cancelUrl,
      metadata,
      client_reference_id: checkoutId,
      tax_id_collection: { enabled: true },
      // Stripe requires this when it collects tax numbers of a customer that exists.
      customer_update: { name: 'auto', address: 'auto' } as const,
      billing_address_collection: 'auto' as const,
      ...(couponId !== null && { discounts: [{ coupon: couponId }] }),
      ...(expiresAt && {
        expires_at: secondsOf(new Date(Math.max(expiresAt.getTime(), now().getTime() + MIN_SESSION_MS))),
      }),
    }
    const bought = price
      ? {
          mode: 'subscription' as const,
          line_items: [{ price, quantity: 1 }],
          subscription_data: { metadata, ...(trialDays > 0 && { trial_period_days: trialDays }) },
        }
      : {
          mode: 'payment' as const,
          line_items: [
            {
              price_data: { currency: plan.currency, unit_amount: plan.price, product_data: { name: description } },
              quantity: 1,
            },
          ],
          payment_intent_data: { metadata, description },
        }
    const session = { ...shared, ...bought }
    const created = await stripe.checkout.sessions.create(session, keyOf('checkout', session))
    if (!created.url) throw new Error('Stripe returned a checkout session without an address')
    return { sessionId: created.id, url: created.url, customerId: customer }
  }

  /** For what a person is about to buy. The log has the reason, which only the owner can do something about. */
  function offer<Result>(ask: () => Promise<Result>): Promise<Result> {
    return askStripe(async () => {
      try {
        return await ask()
      } catch (error) {
        if (!isPriceProblem(error)) throw error
        log.error({ err: error }, 'price refused by Stripe')
        throw new Refusal('not-allowed', { message: 'This plan can’t be paid at the moment. Choose another plan.' })
      }
    })
  }

  async function getItem(subscriptionId: string) {
    const subscription = await orMissing(stripe.subscriptions.retrieve(subscriptionId))
    if (!subscription) throw new Refusal('not-a-member')
    const [item] = subscription.items.data
    if (!item) throw new Error(`subscription ${subscriptionId} has no item`)
    return item
  }

  async function previewSwitch(subscriptionId: string, { plan, dropsDiscount, at }: Switch) {
    const item = await getItem(subscriptionId)
    const preview = await stripe.invoices.createPreview({
      subscription: subscriptionId,
      ...(dropsDiscount && { discounts: '' }),
      subscription_details: {
        items: [{ id: item.id, price: await catalog.priceIdOf(plan) }],
        proration_behavior: 'always_invoice',
        proration_date: secondsOf(at),
      },
    })
    const isSamePeriod = item.price.recurring?.interval === plan.period
    const nextPaymentAt = isSamePeriod
      ? dateOf(item.current_period_end)
      : new Date(Math.max(...preview.lines.data.map(({ period }) => period.end * SECOND_MS), now().getTime()))
    // A negative total becomes credit of the customer.
    const dueNow = preview.total < 0 ? preview.total : preview.amount_due
    return { dueNow, currency: plan.currency, price: plan.price, nextPaymentAt }
  }

  async function switchPlan(subscriptionId: string, { plan, dropsDiscount, at }: Switch) {
    const item = await getItem(subscriptionId)
    await stripe.subscriptions.update(subscriptionId, {
      items: [{ id: item.id, price: await catalog.priceIdOf(plan) }],
      ...(dropsDiscount && { discounts: '' }),
      proration_behavior: 'always_invoice',
      proration_date: secondsOf(at),
      // A declined card leaves the present plan as it is.
      payment_behavior: 'error_if_incomplete',
    })
  }

  async function getCheckout(sessionId: string) {
    const expand = ['payment_intent.latest_charge']
    const session = await orMissing(stripe.checkout.sessions.retrieve(sessionId, { expand }))
    const charge = session && chargeOf(session)
    return session && presentCheckout(session, charge ? await paid.sumReturned(charge) : 0)
  }

  async function expireCheckout(id: string) {
    const session = await orMissing(stripe.checkout.sessions.retrieve(id))
    if (session?.status === 'open') await stripe.checkout.sessions.expire(id)
  }

  async function getSubscription(id: string) {
    const expand = ['default_payment_method', 'customer']
    const subscription = await orMissing(stripe.subscriptions.retrieve(id, { expand }))
    return subscription && presentSubscription(subscription, await findNextAmount(subscription))
  }

  /** Stripe is asked only when a coupon or credit changes the price. */
  async function findNextAmount(subscription: Stripe.Subscription): Promise<number | null> {
    const { id, status, customer, items, discounts, cancel_at, cancel_at_period_end } = subscription
    if ((status !== 'active' && status !== 'trialing') || cancel_at !== null || cancel_at_period_end) return null
    const hasCredit = typeof customer === 'object' && !customer.deleted && customer.balance !== 0
    if (discounts.length === 0 && !hasCredit) return items.data[0]?.price.unit_amount ?? null
    return (await stripe.invoices.createPreview({ subscription: id })).amount_due
  }

  async function cancelNow(id: string) {
    const subscription = await orMissing(stripe.subscriptions.retrieve(id))
    if (!subscription) return
    const isOver = subscription.status === 'canceled' || subscription.status === 'incomplete_expired'
    if (!isOver) await stripe.subscriptions.cancel(id)
    await paid.voidOpen(id)
  }

  /** Stripe takes one of both at a time. With the flag it sets the date too, and clears it with the flag. */
  async function resume(id: string) {
    const subscription = await orMissing(stripe.subscriptions.retrieve(id))
    if (!subscription) return
    const isByDate = subscription.cancel_at !== null && !subscription.cancel_at_period_end
    await stripe.subscriptions.update(id, isByDate ? { cancel_at: '' } : { cancel_at_period_end: false })
  }

  async function portalUrl(customer: string, return_url: string) {
    const session = await orMissing(stripe.billingPortal.sessions.create({ customer, return_url }))
    if (!session) throw new Refusal('not-a-member')
    return session.url
  }

  async function* listEvents(since: Date) {
    const created = { gte: secondsOf(since) }
    for await (const event of stripe.events.list({ created, types: handledEvents, limit: 100 }))
      yield presentEvent(event)
  }

  return {
    name,
    createCheckout: (checkout) => offer(() => createCheckout(checkout)),
    getCheckout: (id) => askStripe(() => getCheckout(id)),
    expireCheckout: (id) => askStripe(() => expireCheckout(id)),
    getSubscription: (id) => askStripe(() => getSubscription(id)),
    listInvoices: (subscription) => askStripe(() => paid.listInvoices(subscription)),
    previewSwitch: (id, to) => offer(() => previewSwitch(id, to)),
    switchPlan: (id, to) => offer(() => switchPlan(id, to)),
    cancelAtPeriodEnd: (id) =>
      askStripe(async () => void (await stripe.subscriptions.update(id, { cancel_at_period_end: true }))),
    cancelNow: (id) => askStripe(() => cancelNow(id)),
    resume: (id) => askStripe(() => resume(id)),
    payOpen: (id) => askStripe(() => paid.payOpen(id)),
    portalUrl: (customer, back) => askStripe(() => portalUrl(customer, back)),
    refund: (payment) => askStripe(() => paid.refund(payment)),
    getCharge: (id) => askStripe(() => paid.getCharge(id)),
    listEvents,
    parseWebhook: (raw, headers) => parseStripeWebhook(stripe, { raw, headers, secret: webhookSecret, now: now() }),
    test: null,
  }
}
