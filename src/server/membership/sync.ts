import { notify } from '#server/notifications/notify.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { type Fetched, applyState, endWithoutProvider, isLastRefunded } from './apply-state.ts'
import { redeemCoupon } from './coupons.ts'
import { endDuplicate, endErased, isPaidAfter, settleEnded } from './end-subscription.ts'
import { endGiftOf, issueGiftCode } from './gift-codes.ts'
import {
  type PaymentProvider,
  type ProviderCheckout,
  type ProviderInvoice,
  isOfEndedTest,
  isRefunded,
} from './providers/provider.ts'
import { type CheckoutRow, checkoutById, findErasure, membershipBySubscription, membershipOf } from './queries.ts'
import { recordPayments } from './record-payments.ts'
import { saveCustomer } from './start-checkout.ts'

/** Syncs of one membership at the same time. Each retry means that another one succeeded. */
const MAX_ATTEMPTS = 20

/** Asks the provider for the true state of what an event is about, and applies it. */
export async function syncSubject(ctx: Ctx, payments: PaymentProvider, subject: string) {
  const [kind, id] = splitSubject(subject)
  if (kind === 'subscription') await syncSubscription(ctx, payments, id)
  else if (kind === 'checkout') await syncCheckout(ctx, payments, id)
  else await syncCharge(ctx, payments, id)
}

function splitSubject(subject: string): [string, string] {
  const colon = subject.indexOf(':')
  return [subject.slice(0, colon), subject.slice(colon + 1)]
}

export async function syncSubscription(ctx: Ctx, payments: PaymentProvider, subscriptionId: string) {
  let isOtherSynced = false
  let isSettled = false
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const fetched = await fetchSubscription(ctx, payments, subscriptionId)
    if (!fetched) return
    if (!isSettled) {
      isSettled = true
      if (await settleEnded(ctx, payments, fetched)) continue
    }
    const applied = await inTransaction(ctx, async (tx) => {
      const result = await applyState(tx, payments, fetched)
      if (result === 'applied') await closeCheckoutOf(tx, fetched)
      return result
    })
    if (applied === 'applied') return
    if (applied === 'stale') continue
    if (applied === 'erased') {
      await endErased(ctx, payments, fetched)
      continue
    }
    // The other subscription may have ended without our knowledge. If not, the first one stays.
    if (isOtherSynced) await endDuplicate(ctx, payments, fetched)
    else await syncPerson(ctx, payments, fetched.personId)
    isOtherSynced = true
  }
  throw new Error(`subscription ${subscriptionId} changed during every attempt to apply it`)
}

/** The membership's version is read first: a sync that commits in the meantime makes this one fetch again. */
async function fetchSubscription(ctx: Ctx, payments: PaymentProvider, id: string): Promise<Fetched | null> {
  const { db } = ctx
  const membership = await membershipBySubscription(db, payments.name, id)
  const known = membership ?? (await findOwnerOf(ctx, payments, id))
  if (!known) return null
  const version = (await membershipOf(db, known.personId))?.version ?? 0
  const subscription = await payments.getSubscription(id)
  if (!subscription) {
    ctx.log.warn({ subscription: id }, 'subscription unknown at the payment provider')
    if (membership) await inTransaction(ctx, (tx) => endWithoutProvider(tx, membership))
    return null
  }
  const checkout = await checkoutById(db, subscription.checkoutId)
  if (checkout) await saveBillingOf(ctx, payments, checkout)
  const invoices = await payments.listInvoices(subscription)
  return { personId: known.personId, version, subscription, invoices, bought: checkout ?? null }
}

/** Found by the checkout of the subscription. Subscriptions that were not bought here have none. */
async function findOwnerOf({ db }: Ctx, payments: PaymentProvider, id: string) {
  const subscription = await payments.getSubscription(id)
  return subscription ? await checkoutById(db, subscription.checkoutId) : undefined
}

export async function syncPerson(ctx: Ctx, payments: PaymentProvider, personId: string) {
  const membership = await membershipOf(ctx.db, personId)
  if (!membership) return
  if (membership.provider === payments.name) await syncSubscription(ctx, payments, membership.subscriptionId)
  else if (isOfEndedTest(membership.provider, payments))
    await inTransaction(ctx, (tx) => endWithoutProvider(tx, membership))
}

/** Tries to pay what a membership that is past due owes, and applies the result. */
export async function payOpenInvoice(ctx: Ctx, payments: PaymentProvider, personId: string) {
  const membership = await membershipOf(ctx.db, personId)
  if (membership?.state !== 'past-due' || membership.provider !== payments.name) return
  await payments.payOpen(membership.subscriptionId)
  await syncSubscription(ctx, payments, membership.subscriptionId)
}

/** Of an incomplete subscription it stays open. */
async function closeCheckoutOf(tx: Ctx, fetched: Fetched) {
  const { subscription, personId } = fetched
  if (subscription.status === 'incomplete') return
  const membership = await membershipOf(tx.db, personId)
  if (membership?.subscriptionId === subscription.id) await closePaid(tx, subscription.checkoutId)
  else if (subscription.status === 'ended' || subscription.status === 'void') await closeEnded(tx, fetched)
}

/** Of a subscription that ended without becoming the membership: the second of two, or one that was never paid. */
async function closeEnded(tx: Ctx, { subscription, personId, invoices }: Fetched) {
  const isPaid = invoices.some(({ status, amount }) => status === 'paid' && amount > 0)
  const state = isLastRefunded(invoices) ? 'refunded' : isPaid ? 'paid' : 'expired'
  const closed = await tx.db
    .updateTable('checkout')
    .set({ state, closedAt: tx.now(), dueAt: null })
    .where('id', '=', subscription.checkoutId)
    .where('state', 'in', ['open', 'expired'])
    .returning('id')
    .executeTakeFirst()
  if (!closed || state !== 'refunded') return
  const cause = `duplicate-refunded:${subscription.id}`
  await notify(tx, { kind: 'membership', cause, actorId: null, personId, detail: { outcome: 'duplicate-refunded' } })
}

/** Returns the checkout if it was still open or expired. */
async function closePaid(tx: Ctx, checkoutId: string): Promise<CheckoutRow | undefined> {
  const { db, now } = tx
  const closed = await db
    .updateTable('checkout')
    .set({ state: 'paid', closedAt: now(), dueAt: null })
    .where('id', '=', checkoutId)
    .where('state', 'in', ['open', 'expired'])
    .returningAll()
    .executeTakeFirst()
  if (closed?.couponId) await redeemCoupon(tx, { couponId: closed.couponId, personId: closed.personId })
  return closed
}

/** Asks the provider for the result of a checkout session, and applies it. Returns whether the provider knows the session. */
export async function syncCheckout(ctx: Ctx, payments: PaymentProvider, sessionId: string): Promise<boolean> {
  const result = await payments.getCheckout(sessionId)
  const checkout = result && (await checkoutById(ctx.db, result.checkoutId))
  if (!result || !checkout || checkout.provider !== payments.name) return false
  if (result.state === 'expired') await closeExpired(ctx, checkout.id)
  if (result.state !== 'paid') return true
  if (result.subscriptionId) await syncSubscription(ctx, payments, result.subscriptionId)
  else await syncGift(ctx, payments, checkout, result)
  return true
}

export function closeExpired(ctx: Ctx, checkoutId: string) {
  return inTransaction(ctx, ({ db, now }) =>
    db
      .updateTable('checkout')
      .set({ state: 'expired', closedAt: now(), dueAt: null })
      .where('id', '=', checkoutId)
      .where('state', '=', 'open')
      .execute(),
  )
}

async function syncGift(ctx: Ctx, payments: PaymentProvider, checkout: CheckoutRow, result: ProviderCheckout) {
  await saveBilling(ctx, payments, checkout, result)
  const payment = result.payment && (await returnAfterErasure(ctx, payments, checkout, result.payment))
  const { personId, planId } = checkout
  const paidFor = { provider: payments.name, personId, membershipId: null, kind: 'gift' as const, planId }
  await inTransaction(ctx, async (tx) => {
    // The row is locked by its update, so that two syncs at once deliver one gift.
    const closed = await closePaid(tx, checkout.id)
    if (payment) await recordPayments(tx, paidFor, [payment])
    if (payment && isRefunded(payment)) await endGiftOf(tx, checkout.id)
    else if (closed) await issueGiftCode(tx, checkout.id)
  })
}

/** A bank debit that is confirmed after its person deleted their account is refunded. */
async function returnAfterErasure(
  { db }: Ctx,
  payments: PaymentProvider,
  { personId }: CheckoutRow,
  payment: ProviderInvoice,
): Promise<ProviderInvoice> {
  if (!isPaidAfter(payment, await findErasure(db, personId))) return payment
  await payments.refund(payment)
  return { ...payment, refunded: payment.amount }
}

/** While the checkout is open, before its first payment is recorded with the buyer. */
async function saveBillingOf(ctx: Ctx, payments: PaymentProvider, checkout: CheckoutRow) {
  const { sessionId, state, provider } = checkout
  const isClosed = state === 'paid' || state === 'refunded'
  if (isClosed || sessionId === null || provider !== payments.name) return
  const result = await payments.getCheckout(sessionId)
  if (result) await saveBilling(ctx, payments, checkout, result)
}

/** Keeps what the person entered at the provider, unless they entered it here before. */
async function saveBilling(ctx: Ctx, payments: PaymentProvider, { personId }: CheckoutRow, result: ProviderCheckout) {
  const { billing, customerId } = result
  await inTransaction(ctx, async (tx) => {
    const isSaved = customerId !== null && (await saveCustomer(tx, personId, { provider: payments.name, customerId }))
    if (!billing || !isSaved) return
    await tx.db
      .updateTable('billingProfile')
      .set(billing)
      .where('personId', '=', personId)
      .where((eb) => eb.and([eb('name', '=', ''), eb('address', '=', ''), eb('taxId', '=', '')]))
      .execute()
  })
}

/** A refund, or the end of a dispute. The membership that a lost dispute paid for ends: its person wants no more of it. */
async function syncCharge(ctx: Ctx, payments: PaymentProvider, chargeId: string) {
  const charge = await payments.getCharge(chargeId)
  if (!charge || charge.subject === '') return
  const [kind, id] = splitSubject(charge.subject)
  const isOwn = kind === 'subscription' && (await membershipBySubscription(ctx.db, payments.name, id)) !== undefined
  if (charge.isLost && isOwn) await payments.cancelNow(id)
  await syncSubject(ctx, payments, charge.subject)
}
