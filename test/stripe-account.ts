import { type Coupon, type Line, discounted, endOfDiscount, endOfPeriod, prorate, sumOf } from './stripe-proration.ts'

export type StripeEvent = { id: string; type: string; created: number; object: Record<string, unknown> }

type Customer = {
  id: string
  isDeleted: boolean
  declines: boolean
  /** Pays by bank debit. */
  debits: boolean
  credit: number
  chosen: string | null
}
type Price = { id: string; unit_amount: number; currency: string; interval: string; plan: string; active: boolean }
type Charge = {
  id: string
  intent: string
  customer: string
  /** A bank debit is pending for days. */
  status: 'succeeded' | 'pending' | 'failed'
  amount: number
  refunded: number
  lost: number
}
type Invoice = {
  id: string
  intent: string
  status: 'paid' | 'open' | 'uncollectible' | 'void'
  amount: number
  discount: number
  at: number
  paidAt: number | null
  lines: Line[]
}
type Details = { name: string; address: Record<string, string>; tax_ids: { value: string }[] }
type Session = {
  id: string
  mode: string
  status: 'open' | 'complete' | 'expired'
  isPaid: boolean
  /** Paid by a bank debit, which is confirmed later. */
  isDebit: boolean
  customer: string
  checkout: string
  price: Price
  coupon: Coupon | null
  trial: number
  subscription: string | null
  details: Details | null
  at: number
  expiresAt: number
}
type Subscription = {
  id: string
  customer: string
  checkout: string
  price: Price
  coupon: Coupon | null
  discountEnd: number | null
  card: string
  status: string
  cancelAtPeriodEnd: boolean
  cancelAt: number | null
  start: number
  periodStart: number
  periodEnd: number
  trialEnd: number | null
  endedAt: number | null
  /** Prorations that the next invoice bills. */
  pending: number
  invoices: Invoice[]
}

/** What the server answers instead of a result. */
export class StripeFailure extends Error {
  readonly answer: { status: number; type: string; code: string; param: string }
  constructor(status: number, type: string, code: string, param = '') {
    super(code)
    this.answer = { status, type, code, param }
  }
}

const missing = (param: string) => new StripeFailure(400, 'invalid_request_error', 'resource_missing', param)
const DAY_SECONDS = 86_400
/** Least amounts of a payment, in the currencies that it knows. */
const minimums: Record<string, number> = { usd: 50, eur: 50, jpy: 50 }

/** The objects of a Stripe account in one mode. Tests act as people, banks and time do, and each act emits its events. */
export function aStripeAccount(now: () => Date, nextId: (prefix: string) => string) {
  const customers = new Map<string, Customer>()
  const prices = new Map<string, Price>()
  const coupons = new Map<string, Coupon>()
  const sessions = new Map<string, Session>()
  const subscriptions = new Map<string, Subscription>()
  const charges: Charge[] = []
  const events: StripeEvent[] = []
  const seconds = () => Math.floor(now().getTime() / 1000)

  /** Null for an object that does not exist. */
  function respond(method: string, path: string, form: URLSearchParams): unknown {
    const [kind = '', id = '', action = ''] = path
      .replace('/v1/', '')
      .replace('checkout/sessions', 'sessions')
      .split('/')
    const isNew = method === 'POST' && id === ''
    if (kind === 'customers') return isNew ? createCustomer() : presentCustomer(customers.get(id))
    if (kind === 'coupons') return isNew ? createCoupon(form) : presentCoupon(coupons.get(id))
    if (kind === 'prices') return isNew ? createPrice(form) : presentPrice(prices.get(id))
    if (path === '/v1/checkout/sessions' && method === 'GET') return findSession(form.get('payment_intent') ?? '')
    if (kind === 'sessions') return isNew ? createSession(form) : changeSession(sessions.get(id), action)
    if (kind === 'billing_portal') return openPortal(form.get('customer') ?? '')
    if (kind === 'invoices') return respondInvoice(id, action, form)
    if (kind === 'invoice_payments') return listInvoicePayments(form.get('payment[payment_intent]') ?? '')
    if (kind === 'charges') return id ? findCharge(id) : listCharges(form)
    if (kind === 'disputes') return paginate(listDisputes(form.get('charge') ?? ''), form)
    if (kind === 'refunds') return refund(form.get('payment_intent') ?? '', Number(form.get('amount') ?? Infinity))
    if (kind === 'events') return listEvents(form)
    const subscription = subscriptions.get(id)
    if (kind !== 'subscriptions' || !subscription) return null
    if (method === 'DELETE') endNow(id)
    if (method === 'POST') updateSubscription(subscription, form)
    return presentSubscription(subscription, [...form.values()].includes('customer'))
  }

  /** Newest first, in pages. */
  function paginate(items: readonly { id: string }[], form: URLSearchParams) {
    const after = form.get('starting_after')
    const from = after === null ? 0 : items.findIndex(({ id }) => id === after) + 1
    const to = from + Number(form.get('limit') ?? 10)
    return { object: 'list', data: items.slice(from, to), has_more: to < items.length }
  }

  function createCustomer() {
    const id = nextId('cus')
    customers.set(id, { id, isDeleted: false, declines: false, debits: false, credit: 0, chosen: null })
    return presentCustomer(customers.get(id))
  }

  function presentCustomer(customer: Customer | undefined) {
    if (!customer) return null
    const { id, isDeleted, credit, chosen } = customer
    const shown = { balance: -credit, invoice_settings: { default_payment_method: chosen } }
    return { id, object: 'customer', ...(isDeleted ? { deleted: true } : shown) }
  }

  function createCoupon(form: URLSearchParams) {
    const id = form.get('id') ?? nextId('coupon')
    if (coupons.has(id)) throw new StripeFailure(400, 'invalid_request_error', 'resource_already_exists', 'id')
    coupons.set(id, {
      id,
      percent: Number(form.get('percent_off') ?? 0),
      amount: Number(form.get('amount_off') ?? 0),
      duration: form.get('duration') ?? '',
      months: Number(form.get('duration_in_months') ?? 0),
    })
    return presentCoupon(coupons.get(id))
  }

  function presentCoupon(coupon: Coupon | undefined) {
    return coupon ? { id: coupon.id, object: 'coupon', valid: true } : null
  }

  function createPrice(form: URLSearchParams) {
    const currency = form.get('currency') ?? ''
    if (!(currency in minimums)) throw new StripeFailure(400, 'invalid_request_error', '', 'currency')
    const price = {
      id: nextId('price'),
      unit_amount: Number(form.get('unit_amount')),
      currency,
      interval: form.get('recurring[interval]') ?? '',
      plan: form.get('metadata[plan]') ?? '',
      active: true,
    }
    prices.set(price.id, price)
    return presentPrice(price)
  }

  function presentPrice(price: Price | undefined) {
    if (!price) return null
    const { interval, plan, ...shown } = price
    return { ...shown, object: 'price', recurring: { interval }, metadata: { plan } }
  }

  function createSession(form: URLSearchParams) {
    const customer = customers.get(form.get('customer') ?? '')
    if (!customer || customer.isDeleted) throw missing('customer')
    const couponId = form.get('discounts[0][coupon]')
    const coupon = couponId === null ? null : coupons.get(couponId)
    if (coupon === undefined) throw missing('discounts[0][coupon]')
    const expiresAt = Number(form.get('expires_at') ?? seconds() + DAY_SECONDS)
    if (expiresAt < seconds() + DAY_SECONDS / 48 || expiresAt > seconds() + DAY_SECONDS)
      throw new StripeFailure(400, 'invalid_request_error', 'parameter_invalid', 'expires_at')
    const price = form.get('mode') === 'payment' ? inlinePrice(form) : knownPrice(form.get('line_items[0][price]'))
    const trial = Number(form.get('subscription_data[trial_period_days]') ?? 0)
    const due = trial > 0 ? 0 : discounted(price.unit_amount, coupon)
    if (due > 0 && due < (minimums[price.currency] ?? 0))
      throw new StripeFailure(400, 'invalid_request_error', 'amount_too_small')
    const id = nextId('cs_test')
    sessions.set(id, {
      id,
      mode: form.get('mode') ?? '',
      status: 'open',
      isPaid: false,
      isDebit: false,
      customer: customer.id,
      checkout: form.get('metadata[checkout]') ?? '',
      price,
      coupon,
      trial,
      subscription: null,
      details: null,
      at: seconds(),
      expiresAt,
    })
    return presentSession(sessions.get(id))
  }

  function inlinePrice(form: URLSearchParams): Price {
    const unit_amount = Number(form.get('line_items[0][price_data][unit_amount]'))
    const currency = form.get('line_items[0][price_data][currency]') ?? ''
    return { id: 'inline', interval: '', plan: '', active: true, unit_amount, currency }
  }

  function knownPrice(id: string | null): Price {
    const price = prices.get(id ?? '')
    if (!price?.active) throw missing('line_items[0][price]')
    return price
  }

  function findSession(intent: string) {
    const found = presentSession(sessions.get(intent.slice('pi_'.length)))
    return { object: 'list', data: found ? [found] : [], has_more: false }
  }

  function changeSession(session: Session | undefined, action: string) {
    if (session && action === 'expire') {
      if (session.status !== 'open') throw new StripeFailure(400, 'invalid_request_error', 'not_open')
      session.status = 'expired'
      emit('checkout.session.expired', { id: session.id, object: 'checkout.session' })
    }
    return presentSession(session)
  }

  function presentSession(session: Session | undefined) {
    if (!session) return null
    if (session.status === 'open' && session.expiresAt <= seconds()) session.status = 'expired'
    const { id, mode, status, isPaid, customer, checkout, price, coupon, subscription, details, at } = session
    const [charge] = charges.filter(({ intent }) => intent === `pi_${id}`).slice(-1)
    const intent = { id: `pi_${id}`, description: 'Gift' }
    return {
      id,
      object: 'checkout.session',
      mode,
      status,
      customer,
      subscription,
      metadata: { checkout },
      payment_status: isPaid ? 'paid' : 'unpaid',
      url: `https://checkout.example/${id}`,
      created: at,
      amount_total: discounted(price.unit_amount, coupon),
      total_details: { amount_discount: price.unit_amount - discounted(price.unit_amount, coupon) },
      currency: price.currency,
      customer_details: details,
      payment_intent: isPaid && charge ? { ...intent, latest_charge: presentCharge(charge) } : null,
    }
  }

  function openPortal(customer: string) {
    if (customers.get(customer)?.isDeleted !== false) throw missing('customer')
    return { id: nextId('bps'), url: `https://billing.example/${customer}` }
  }

  function presentSubscription(one: Subscription, isExpanded = false) {
    const { id, status, checkout, price } = one
    const coupon = couponOf(one)
    const [last] = one.invoices.slice(-1)
    return {
      id,
      object: 'subscription',
      customer: isExpanded ? presentCustomer(customers.get(one.customer)) : one.customer,
      status,
      metadata: { checkout },
      discounts: coupon ? [`di_${coupon.id}`] : [],
      cancel_at: one.cancelAtPeriodEnd ? one.periodEnd : one.cancelAt,
      cancel_at_period_end: one.cancelAtPeriodEnd,
      start_date: one.start,
      trial_end: one.trialEnd,
      ended_at: one.endedAt,
      latest_invoice: last ? presentInvoice(last, one) : null,
      default_payment_method: { id: one.card, card: { brand: 'visa', last4: '4242' } },
      items: {
        data: [
          {
            id: `si_${id}`,
            current_period_start: one.periodStart,
            current_period_end: one.periodEnd,
            price: presentPrice(price),
          },
        ],
      },
    }
  }

  /** The coupon that takes something off at this time. */
  function couponOf({ coupon, discountEnd }: Subscription, at = seconds()) {
    return discountEnd !== null && at >= discountEnd ? null : coupon
  }

  function presentInvoice(one: Invoice, subscription: Subscription) {
    const payment = (id: string, status: string) => ({
      status,
      payment: { type: 'payment_intent', payment_intent: id },
    })
    return {
      id: one.id,
      object: 'invoice',
      status: one.status,
      attempted: true,
      created: one.at,
      description: null,
      amount_paid: one.status === 'paid' ? one.amount : 0,
      amount_due: one.amount,
      currency: subscription.price.currency,
      total_discount_amounts: [{ amount: one.discount }],
      status_transitions: { paid_at: one.paidAt },
      // Stripe replaces a payment when the amount changes.
      payments: {
        data: [
          payment(`${one.intent}_before`, 'canceled'),
          ...(one.intent === ''
            ? []
            : [payment(one.intent, one.status === 'paid' ? 'paid' : one.status === 'void' ? 'canceled' : 'open')]),
        ],
      },
      lines: presentLines(one.lines),
      parent: { subscription_details: { subscription: subscription.id } },
    }
  }

  function respondInvoice(id: string, action: string, form: URLSearchParams) {
    if (id === 'create_preview') return previewInvoice(form)
    if (id === '') {
      const one = subscriptions.get(form.get('subscription') ?? '')
      const status = form.get('status')
      const found = one?.invoices.filter((invoice) => status === null || invoice.status === status).toReversed() ?? []
      return paginate(one ? found.map((invoice) => presentInvoice(invoice, one)) : [], form)
    }
    const found = findInvoice((invoice) => invoice.id === id)
    if (!found) return null
    if (action === 'pay') payInvoice(found.invoice, found.subscription, form.get('payment_method'))
    if (action === 'void') voidInvoice(found.invoice, found.subscription)
    return presentInvoice(found.invoice, found.subscription)
  }

  function findInvoice(isIt: (invoice: Invoice) => boolean) {
    for (const subscription of subscriptions.values()) {
      const invoice = subscription.invoices.find(isIt)
      if (invoice) return { invoice, subscription }
    }
    return null
  }

  function payInvoice(invoice: Invoice, subscription: Subscription, by: string | null = null) {
    if (invoice.status === 'paid') throw new StripeFailure(400, 'invalid_request_error', 'invoice_already_paid')
    if (invoice.status === 'void' || isProcessing(invoice))
      throw new StripeFailure(400, 'invalid_request_error', 'payment_intent_unexpected_state')
    const customer = customers.get(subscription.customer)
    if (by === null && customer?.declines) {
      addCharge(invoice.intent, subscription.customer, { amount: invoice.amount, status: 'failed' })
      throw new StripeFailure(402, 'card_error', 'card_declined')
    }
    const status = by === null && customer?.debits && invoice.intent !== '' ? 'pending' : 'succeeded'
    if (invoice.intent !== '') addCharge(invoice.intent, subscription.customer, { amount: invoice.amount, status })
    if (status === 'succeeded') markPaid(invoice, subscription)
  }

  function markPaid(invoice: Invoice, subscription: Subscription) {
    Object.assign(invoice, { status: 'paid', paidAt: seconds() })
    emit('invoice.paid', presentInvoice(invoice, subscription))
    if (subscription.endedAt === null) change(subscription.id, { status: 'active' })
  }

  /** Whether a bank has not confirmed its payment yet. */
  function isProcessing({ intent }: Invoice) {
    return charges.some((charge) => charge.intent === intent && charge.status === 'pending')
  }

  /** A subscription that waits for its last invoice goes on without it. */
  function voidInvoice(invoice: Invoice, subscription: Subscription) {
    if (invoice.status !== 'open' || isProcessing(invoice))
      throw new StripeFailure(400, 'invalid_request_error', 'status_transition_invalid')
    invoice.status = 'void'
    emit('invoice.voided', presentInvoice(invoice, subscription))
    const isLast = subscription.invoices.at(-1) === invoice
    if (isLast && subscription.status === 'past_due') change(subscription.id, { status: 'active' })
  }

  function presentLines(lines: readonly Line[]) {
    return { data: lines.map(({ start, end }) => ({ description: 'Membership', period: { start, end } })) }
  }

  function listInvoicePayments(intent: string) {
    const found = findInvoice((invoice) => invoice.intent === intent)
    const data = found ? [{ id: `inpay_${intent}`, invoice: presentInvoice(found.invoice, found.subscription) }] : []
    return { object: 'list', data, has_more: false }
  }

  /** The next invoice, or the one of a change. Prorations that are not invoiced at once are part of the next invoice. */
  function previewInvoice(form: URLSearchParams) {
    const one = get(form.get('subscription') ?? '')
    const priceId = form.get('subscription_details[items][0][price]')
    const lines = priceId === null ? nextLines(one) : previewLines(one, priceId, form)
    const total = sumOf(lines)
    return { object: 'invoice', total, amount_due: Math.max(0, total - creditOf(one)), lines: presentLines(lines) }
  }

  function previewLines(one: Subscription, priceId: string, form: URLSearchParams) {
    const asked = (name: string) => form.get(`subscription_details[${name}]`)
    const to = priceOf(priceId, 'subscription_details[items][0][price]')
    const coupon = form.get('discounts') === '' ? null : couponOf(one)
    const switched = findSwitch(one, { to, coupon, behavior: asked('proration_behavior'), at: asked('proration_date') })
    return switched.isInvoiced ? switched.lines : [...switched.lines, ...nextLines({ ...one, price: to, coupon })]
  }

  function nextLines(one: Subscription): Line[] {
    const { price, periodEnd, pending } = one
    const amount = discounted(price.unit_amount, couponOf(one, periodEnd)) + pending
    return [{ amount, start: periodEnd, end: endOfPeriod(periodEnd, price.interval) }]
  }

  function priceOf(id: string, param: string) {
    const price = prices.get(id)
    if (!price) throw missing(param)
    return price
  }

  function creditOf({ customer }: Subscription) {
    return customers.get(customer)?.credit ?? 0
  }

  type Asked = { to: Price; coupon: Coupon | null; behavior: string | null; at: string | null }

  /** Nothing is billed in a trial, which goes on. */
  function findSwitch(one: Subscription, { to, coupon, behavior, at: given }: Asked) {
    const at = given === null ? seconds() : Number(given)
    if (at < one.periodStart || at > one.periodEnd)
      throw new StripeFailure(400, 'invalid_request_error', 'parameter_invalid', 'proration_date')
    if (one.status === 'trialing') return { lines: [], isInvoiced: true, period: {} }
    const isOther = one.price.interval !== to.interval
    const lines = prorate({
      from: { ...one.price, coupon: couponOf(one, one.periodStart) },
      to: { ...to, coupon },
      start: one.periodStart,
      end: one.periodEnd,
      at,
      now: seconds(),
      behavior: behavior ?? 'create_prorations',
    })
    const period = isOther ? { periodStart: seconds(), periodEnd: endOfPeriod(seconds(), to.interval) } : {}
    return { lines, isInvoiced: isOther || behavior === 'always_invoice', period }
  }

  type Try = { amount: number; status: Charge['status'] }

  function addCharge(intent: string, customer: string, { amount, status }: Try) {
    charges.push({
      id: nextId('ch'),
      intent,
      customer,
      status,
      amount: status === 'failed' ? 0 : amount,
      refunded: 0,
      lost: 0,
    })
  }

  function presentCharge(charge: Charge) {
    const { id, intent, customer, status, amount, refunded, lost } = charge
    return {
      id,
      object: 'charge',
      status,
      customer,
      amount,
      amount_refunded: refunded,
      disputed: lost > 0,
      created: seconds(),
      payment_intent: intent,
    }
  }

  function chargeOf(id: string) {
    return charges.find((charge) => charge.id === id)
  }

  function findCharge(id: string) {
    const charge = chargeOf(id)
    return charge ? presentCharge(charge) : null
  }

  /** Failed attempts too, each with an amount of 0 that was refunded. */
  function listCharges(form: URLSearchParams) {
    const own = charges.filter(({ customer }) => customer === form.get('customer')).toReversed()
    return paginate(own.map(presentCharge), form)
  }

  function listDisputes(id: string) {
    const lost = chargeOf(id)?.lost ?? 0
    return lost > 0 ? [{ id: `dp_${id}`, object: 'dispute', status: 'lost', amount: lost }] : []
  }

  function paidCharge(intent: string) {
    return charges.findLast((charge) => charge.intent === intent && charge.status === 'succeeded')
  }

  function refund(intent: string, amount: number) {
    const charge = paidCharge(intent)
    if (!charge) throw missing('payment_intent')
    if (charge.refunded >= charge.amount)
      throw new StripeFailure(400, 'invalid_request_error', 'charge_already_refunded')
    charge.refunded = Math.min(charge.amount, charge.refunded + amount)
    emit('charge.refunded', { id: charge.id, object: 'charge', customer: charge.customer })
    return { id: nextId('re'), object: 'refund' }
  }

  function listEvents(form: URLSearchParams) {
    const from = Number(form.get('created[gte]'))
    const types = new Set([...form].flatMap(([name, value]) => (name.startsWith('types[') ? value : [])))
    const found = events.filter(({ created, type }) => created >= from && types.has(type))
    return paginate(
      found.toReversed().map(({ object, ...event }) => ({ ...event, object: 'event', data: { object } })),
      form,
    )
  }

  function updateSubscription(one: Subscription, form: URLSearchParams) {
    const flag = form.get('cancel_at_period_end')
    if (flag !== null && form.has('cancel_at')) throw new StripeFailure(400, 'invalid_request_error', 'both')
    if (flag !== null) one.cancelAtPeriodEnd = flag === 'true'
    if (form.get('cancel_at') === '') one.cancelAt = null
    one.card = form.get('default_payment_method') ?? one.card
    const price = form.get('items[0][price]')
    if (price !== null) switchPrice(one, priceOf(price, 'items[0][price]'), form)
    if (form.get('discounts') === '') one.coupon = null
    emit('customer.subscription.updated', presentSubscription(one))
  }

  /** A declined payment leaves the subscription as it is, or waiting for it, as the request says. */
  function switchPrice(one: Subscription, to: Price, form: URLSearchParams) {
    const coupon = form.get('discounts') === '' ? null : couponOf(one)
    const asked = { behavior: form.get('proration_behavior'), at: form.get('proration_date') }
    const { lines, isInvoiced, period } = findSwitch(one, { to, coupon, ...asked })
    const customer = customers.get(one.customer)
    const total = sumOf(lines)
    const isDeclined = isInvoiced && customer?.declines === true && total > creditOf(one)
    if (isDeclined && form.get('payment_behavior') === 'error_if_incomplete')
      throw new StripeFailure(402, 'card_error', 'card_declined')
    Object.assign(one, { price: to, ...period })
    if (!isInvoiced) one.pending += total
    else if (lines.length > 0) addInvoice(one, isDeclined ? 'open' : 'paid', lines)
    if (isDeclined) one.status = 'past_due'
  }

  function emit(type: string, object: Record<string, unknown>) {
    events.push({ id: nextId('evt'), type, created: seconds(), object })
  }

  /** The credit of the customer is used first, and what a credit is left over is added to it. */
  function addInvoice(one: Subscription, status: 'paid' | 'open' | 'pending', lines = periodLines(one)) {
    const coupon = couponOf(one, one.periodStart)
    const discount = one.price.unit_amount - discounted(one.price.unit_amount, coupon)
    const total = sumOf(lines)
    const amount = Math.max(0, total - creditOf(one))
    Object.assign(customers.get(one.customer) ?? {}, { credit: creditOf(one) - total + amount })
    const intent = amount > 0 ? nextId('pi') : ''
    const isPaid = status === 'paid' || amount === 0
    const times = { at: seconds(), paidAt: isPaid ? seconds() : null }
    const invoice: Invoice = {
      id: nextId('in'),
      intent,
      status: isPaid ? 'paid' : 'open',
      amount,
      discount,
      ...times,
      lines,
    }
    one.invoices.push(invoice)
    one.pending = 0
    if (coupon?.duration === 'once' && total > 0) one.coupon = null
    if (amount > 0)
      addCharge(intent, one.customer, {
        amount,
        status: isPaid ? 'succeeded' : status === 'pending' ? status : 'failed',
      })
    if (isPaid || status === 'open')
      emit(isPaid ? 'invoice.paid' : 'invoice.payment_failed', presentInvoice(invoice, one))
  }

  function periodLines(one: Subscription): Line[] {
    const { price, periodStart: start, periodEnd: end, pending } = one
    return [{ amount: discounted(price.unit_amount, couponOf(one, start)) + pending, start, end }]
  }

  function get(id: string): Subscription {
    const found = subscriptions.get(id)
    if (!found) throw new Error(`no subscription ${id}`)
    return found
  }

  function change(id: string, values: Partial<Subscription>, type = 'customer.subscription.updated') {
    emit(type, presentSubscription(Object.assign(get(id), values)))
  }

  function endNow(id: string, status = 'canceled') {
    if (get(id).endedAt === null) change(id, { status, endedAt: seconds() }, 'customer.subscription.deleted')
  }

  function sessionOf(id: string): Session {
    const session = sessions.get(id)
    if (!session) throw new Error(`no session ${id}`)
    return session
  }

  const acts = {
    /** As a switch to a cheaper plan leaves it. */
    giveCredit(subscriptionId: string, credit: number) {
      Object.assign(customers.get(get(subscriptionId).customer) ?? {}, { credit })
      change(subscriptionId, {})
    },
    /** Completes a checkout session. A bank debit is confirmed later, with `confirm`. Returns the subscription. */
    pay(sessionId: string, { details = null, isDebit = false }: { details?: Details | null; isDebit?: boolean } = {}) {
      const session = sessionOf(sessionId)
      Object.assign(session, { status: 'complete', details, isDebit })
      if (isDebit) emit('checkout.session.completed', { id: sessionId, object: 'checkout.session' })
      else acts.confirm(sessionId)
      return session.subscription ?? ''
    },
    /** The first payment of a subscription can fail when it is confirmed. */
    confirm(sessionId: string, { isPaid = true } = {}) {
      const session = sessionOf(sessionId)
      session.isPaid = isPaid
      const { customer, checkout, price, coupon, trial, mode } = session
      if (mode === 'payment')
        addCharge(`pi_${sessionId}`, customer, {
          amount: discounted(price.unit_amount, coupon),
          status: 'succeeded',
        })
      else {
        const id = nextId('sub')
        session.subscription = id
        const trialEnd = trial > 0 ? seconds() + trial * DAY_SECONDS : null
        const periodEnd = trialEnd ?? endOfPeriod(seconds(), price.interval)
        const times = { start: seconds(), periodStart: seconds(), periodEnd, trialEnd, endedAt: null }
        const cancel = { cancelAtPeriodEnd: false, cancelAt: null }
        const status = trialEnd ? 'trialing' : isPaid ? 'active' : 'incomplete'
        subscriptions.set(id, {
          id,
          customer,
          checkout,
          price,
          coupon,
          discountEnd: endOfDiscount(seconds(), coupon),
          card: 'pm_1',
          status,
          ...cancel,
          ...times,
          pending: 0,
          invoices: [],
        })
        emit('customer.subscription.created', presentSubscription(get(id)))
        if (!trialEnd) addInvoice(get(id), isPaid ? 'paid' : 'open')
      }
      const result = isPaid ? 'async_payment_succeeded' : 'async_payment_failed'
      const type = `checkout.session.${session.isDebit ? result : 'completed'}`
      emit(type, { id: sessionId, object: 'checkout.session' })
    },
    /** A bank debit is confirmed later, with `settle`. */
    renew(id: string, isPaid: boolean | 'debit') {
      const { periodEnd, price } = get(id)
      const period = { periodStart: periodEnd, periodEnd: endOfPeriod(periodEnd, price.interval) }
      Object.assign(get(id), period)
      addInvoice(get(id), isPaid === 'debit' ? 'pending' : isPaid ? 'paid' : 'open')
      change(id, { status: isPaid ? 'active' : 'past_due' })
    },
    /** Pays the open invoice, after a declined attempt. A transfer that the owner marks as paid has no charge. */
    recover(id: string, { byTransfer = false } = {}) {
      for (const invoice of get(id).invoices.filter(({ status }) => status === 'open')) {
        if (byTransfer) invoice.intent = ''
        payInvoice(invoice, get(id))
      }
    },
    /** The customer pays by bank debit from now on, and the open invoice first. */
    debit(id: string) {
      const one = get(id)
      Object.assign(customers.get(one.customer) ?? {}, { debits: true })
      for (const invoice of one.invoices) if (invoice.status === 'open') payInvoice(invoice, one)
    },
    /** The bank confirms the debit, or returns it. */
    settle(id: string, { isPaid = true } = {}) {
      const one = get(id)
      for (const invoice of one.invoices.filter(isProcessing)) {
        for (const charge of charges)
          if (charge.intent === invoice.intent && charge.status === 'pending')
            Object.assign(charge, isPaid ? { status: 'succeeded' } : { status: 'failed', amount: 0 })
        if (isPaid) markPaid(invoice, one)
        else {
          emit('invoice.payment_failed', presentInvoice(invoice, one))
          if (one.endedAt === null) change(id, { status: 'past_due' })
        }
      }
    },
    /** The owner cancels an open invoice, and the subscription goes on. */
    voidOpen(id: string) {
      const open = get(id).invoices.filter((invoice) => invoice.status === 'open' && !isProcessing(invoice))
      for (const invoice of open) voidInvoice(invoice, get(id))
    },
    /** The owner gives free days. */
    addTrial(id: string, days: number) {
      const trialEnd = seconds() + days * DAY_SECONDS
      change(id, { status: 'trialing', trialEnd, periodStart: seconds(), periodEnd: trialEnd })
    },
    remindOfTrial: (id: string) => change(id, {}, 'customer.subscription.trial_will_end'),
    /** A trial ended without a payment method. */
    pause: (id: string) => change(id, { status: 'paused' }, 'customer.subscription.paused'),
    unpause(id: string) {
      const one = get(id)
      Object.assign(one, { periodStart: seconds(), periodEnd: endOfPeriod(seconds(), one.price.interval) })
      addInvoice(one, 'paid')
      change(id, { status: 'active' }, 'customer.subscription.resumed')
    },
    /** The owner gives up an open invoice, and the subscription goes on. */
    giveUp(id: string) {
      for (const invoice of get(id).invoices.filter(({ status }) => status === 'open')) {
        invoice.status = 'uncollectible'
        emit('invoice.marked_uncollectible', presentInvoice(invoice, get(id)))
      }
      change(id, { status: 'active' })
    },
    /** Declined attempts to pay something else. */
    attempt(id: string, times: number) {
      for (let time = 0; time < times; time++)
        addCharge(nextId('pi'), get(id).customer, { amount: 0, status: 'failed' })
    },
    /** A bank returns a refund. */
    failRefund(id: string) {
      for (const { intent } of get(id).invoices) Object.assign(paidCharge(intent) ?? {}, { refunded: 0 })
    },
    /** The first card is declined from now on. */
    decline(id: string, declines = true) {
      const customer = customers.get(get(id).customer)
      if (customer) customer.declines = declines
    },
    /** In the portal, beside the card of the subscription. */
    chooseCard(id: string, card: string) {
      const customer = customers.get(get(id).customer)
      if (customer) customer.chosen = card
    },
    switchTo(id: string, price: Omit<Price, 'active'>) {
      get(id).price = { ...price, active: true }
      if (get(id).status === 'active') addInvoice(get(id), 'paid')
      change(id, {})
    },
    cancel: (id: string) => change(id, { cancelAtPeriodEnd: true }),
    /** Portals of newer accounts set a date. */
    cancelAt: (id: string, cancelAt = get(id).periodEnd) => change(id, { cancelAt }),
    resume: (id: string) => change(id, { cancelAtPeriodEnd: false, cancelAt: null }),
    end: endNow,
    refundLast(id: string, amount = Infinity) {
      const { intent } = get(id).invoices.at(-1) ?? { intent: '' }
      const charge = paidCharge(intent)
      if (charge && charge.refunded < charge.amount) refund(intent, amount)
    },
    refundGift: (sessionId: string) => refund(`pi_${sessionId}`, Infinity),
    /** The bank takes the last payment back. */
    loseDispute(id: string) {
      const charge = paidCharge(get(id).invoices.at(-1)?.intent ?? '')
      if (!charge) throw new Error(`nothing was paid for ${id}`)
      charge.lost = charge.amount
      emit('charge.dispute.closed', { id: `dp_${charge.id}`, object: 'dispute', charge: charge.id, status: 'lost' })
    },
    deleteCustomer(id: string) {
      const customer = customers.get(id)
      if (customer) customer.isDeleted = true
      for (const one of subscriptions.values()) if (one.customer === id) endNow(one.id)
    },
    deleteCoupons: () => coupons.clear(),
    deleteSubscription: (id: string) => void subscriptions.delete(id),
    archivePrices() {
      for (const price of prices.values()) price.active = false
    },
  }

  /** The invoices of a subscription, with what was refunded of each and lost in disputes. */
  function invoicesOf(id: string) {
    return get(id).invoices.map((invoice) => {
      const { refunded = 0, lost = 0 } = paidCharge(invoice.intent) ?? {}
      return { ...invoice, refunded, lost, isProcessing: isProcessing(invoice) }
    })
  }

  const statusOf = (sessionId: string) => sessionOf(sessionId).status

  return { respond, events, acts, get, invoicesOf, statusOf, list: () => [...subscriptions.values()] }
}
