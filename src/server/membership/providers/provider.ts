import type { IncomingHttpHeaders } from 'node:http'
import type { PaymentProviderName } from '#contract/membership/membership.ts'
import { type CouponDuration, type PlanPeriod, type TestCard, isTestMode } from '#contract/membership/states.ts'

/** Amounts are in the smallest unit of the currency. */
export type PlanOnSale = {
  id: string
  name: string
  period: PlanPeriod
  price: number
  currency: string
  seats: number
}

export type CouponTerms = {
  id: string
  code: string
  percentOff: number | null
  amountOff: number | null
  currency: string | null
  duration: CouponDuration
  months: number | null
}

export type NewCheckout = {
  /** The id of our checkout. The provider returns it, and uses it as the idempotency key. */
  checkoutId: string
  /** A gift is paid once. */
  mode: 'subscription' | 'payment'
  personId: string
  /** The customer of an earlier checkout, reused. */
  customerId: string | null
  email: string
  plan: PlanOnSale
  /** What the receipt says. */
  description: string
  trialDays: number
  coupon: CouponTerms | null
  /** At the latest. Null: when the provider closes it, after a day. */
  expiresAt: Date | null
  /** Where the provider sends the person afterwards. */
  successUrl: string
  cancelUrl: string
}

export type OpenedCheckout = { sessionId: string; url: string; customerId: string }

export type ProviderCheckout = {
  sessionId: string
  checkoutId: string
  state: 'open' | 'paid' | 'expired'
  customerId: string | null
  subscriptionId: string | null
  /** The one-time payment of a gift. */
  payment: ProviderInvoice | null
  /** What the person entered at the provider. */
  billing: { name: string; address: string; country: string; taxId: string } | null
}

export type ProviderSubscription = {
  id: string
  checkoutId: string
  customerId: string
  /** `incomplete`: the first payment has not been confirmed yet. `void`: it never was. */
  status: 'incomplete' | 'void' | 'trialing' | 'active' | 'past-due' | 'ended'
  cancelAtPeriodEnd: boolean
  /** Null when the price was not made by this site. */
  planId: string | null
  price: number
  currency: string
  /** After coupon and credit. Null when no payment is due, or it is unknown. */
  nextAmount: number | null
  period: PlanPeriod
  periodStart: Date
  periodEnd: Date
  trialEnd: Date | null
  startedAt: Date
  endedAt: Date | null
  card: string
  /** Whether a coupon still takes something off. */
  discounted: boolean
}

export type ProviderInvoice = {
  id: string
  /** `failed`: a payment was tried and is still open. `processing`: a bank has not confirmed it yet. */
  status: 'paid' | 'failed' | 'processing' | 'other'
  amount: number
  discount: number
  /** With what was lost in disputes. */
  refunded: number
  currency: string
  description: string
  periodStart: Date | null
  periodEnd: Date | null
  createdAt: Date
  paidAt: Date | null
}

export type Switch = {
  plan: PlanOnSale
  /** The discount, when its coupon is for another plan. */
  dropsDiscount: boolean
  /** Time of the present plan that is left then is credited. The preview has the same amount as the switch. */
  at: Date
}
export type SwitchPreview = { dueNow: number; currency: string; price: number; nextPaymentAt: Date }

/** What a webhook is about. Its content is not trusted for more: the provider is asked for the true state. */
export type BillingSubject = `subscription:${string}` | `checkout:${string}` | `charge:${string}`
export type BillingEvent = { id: string; type: string; subject: BillingSubject | '' }

/**
 * A payment service. Every method asks the service; none reads our tables of members. Methods that change something can be
 * repeated. They throw the refusal `payments-unavailable` when the service does not answer.
 */
export type PaymentProvider = {
  name: PaymentProviderName
  createCheckout(checkout: NewCheckout): Promise<OpenedCheckout>
  /** Null for a session that the provider does not know. */
  getCheckout(sessionId: string): Promise<ProviderCheckout | null>
  /** So that it can no longer be paid. Nothing happens to one that is not open. */
  expireCheckout(sessionId: string): Promise<void>
  getSubscription(subscriptionId: string): Promise<ProviderSubscription | null>
  /** Newest first. */
  listInvoices(subscription: ProviderSubscription): Promise<ProviderInvoice[]>
  previewSwitch(subscriptionId: string, to: Switch): Promise<SwitchPreview>
  /** Unused time of the present plan is credited, and the difference is paid now. */
  switchPlan(subscriptionId: string, to: Switch): Promise<void>
  cancelAtPeriodEnd(subscriptionId: string): Promise<void>
  /** What is open can no longer be paid afterwards, unless a bank is at it. */
  cancelNow(subscriptionId: string): Promise<void>
  resume(subscriptionId: string): Promise<void>
  /** Tries to pay the invoice that the subscription waits for. It stays open when the payment is declined. */
  payOpen(subscriptionId: string): Promise<void>
  /** Where a person changes their payment method. */
  portalUrl(customerId: string, returnUrl: string): Promise<string>
  /** Refunds a payment in full. Nothing happens when it was refunded before. Refuses when it cannot be refunded. */
  refund(payment: ProviderInvoice): Promise<void>
  /** What a charge paid for. `isLost`: the bank took the money back after a dispute. Null for a charge it does not know. */
  getCharge(chargeId: string): Promise<{ subject: BillingSubject | ''; isLost: boolean } | null>
  /** Newest first. A service keeps its events for some weeks. */
  listEvents(since: Date): AsyncIterable<BillingEvent>
  /** Null when the signature is wrong or the timestamp is older than five minutes. */
  parseWebhook(raw: Buffer, headers: IncomingHttpHeaders): BillingEvent | null
  /** What a person does at the built-in test checkout. Null for real services, which have their own pages. */
  test: TestControls | null
}

export type TestSession = {
  checkoutId: string
  state: 'open' | 'complete' | 'expired'
  description: string
  dueNow: number
  currency: string
  trialDays: number
  cancelUrl: string
}

export type TestControls = {
  getSession(sessionId: string): Promise<TestSession | null>
  /** Returns the address to go to. Refuses with `payment-declined`. */
  pay(sessionId: string, card: TestCard): Promise<string>
  /** Pays what is open too. */
  changeCard(subscriptionId: string, card: TestCard): Promise<void>
  /** Ends the current period now. */
  renewNow(subscriptionId: string): Promise<void>
}

/** Invoices are in the order of the provider: newest first. */
export function findLastPaid(invoices: readonly ProviderInvoice[]): ProviderInvoice | undefined {
  return invoices.find(({ status, amount }) => status === 'paid' && amount > 0)
}

/** Whether a payment was refunded in full. */
export function isRefunded({ amount, refunded }: ProviderInvoice): boolean {
  return amount > 0 && refunded >= amount
}

/** What was bought in a test mode counts until another provider is set up, because nothing was paid for it. */
export function isOfEndedTest(provider: PaymentProviderName, { name }: PaymentProvider): boolean {
  return isTestMode(provider) && provider !== name
}
