import type { Selectable } from 'kysely'
import { DAY_MS } from '#contract/constants.ts'
import type { PlanPeriod, TestCard } from '#contract/membership/states.ts'
import { addMonths } from '#server/membership/grant-schedule.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tables } from '#server/platform/tables.ts'
import type { CouponTerms, NewCheckout, Switch } from './provider.ts'

export type Subscription = Selectable<Tables['testSubscription']>

const RETRY_MS = DAY_MS

type Off = { percentOff: number | null; amountOff: number | null }

export function priceOf(price: number, off: Off | null): number {
  if (!off) return price
  const amount = off.percentOff === null ? (off.amountOff ?? 0) : Math.round((price * off.percentOff) / 100)
  return Math.max(0, price - amount)
}

function endOfPeriod(start: Date, period: PlanPeriod) {
  return addMonths(start, period === 'year' ? 12 : 1)
}

type Charge = { id: string; amount: number; credit?: number; at: Date; periodStart: Date; periodEnd: Date }

function discountedPrice(of: Subscription, amount: number, at: Date) {
  const hasCoupon = (of.percentOff ?? of.amountOff) !== null && (!of.discountEndsAt || of.discountEndsAt > at)
  return hasCoupon ? priceOf(amount, of) : amount
}

/** A coupon and the credit of an earlier switch are deducted. */
function deduct(of: Subscription, amount: number, at: Date) {
  const discounted = discountedPrice(of, amount, at)
  return { discounted, credit: Math.min(of.credit, discounted) }
}

/** Null when no payment is due. */
export function findNextAmount(of: Subscription): number | null {
  if (of.cancelAtPeriodEnd || (of.status !== 'active' && of.status !== 'trialing')) return null
  const { discounted, credit } = deduct(of, of.amount, of.periodEnd)
  return discounted - credit
}

async function addInvoice(db: Db, of: Subscription, { amount, at, ...invoice }: Charge, isPaid: boolean) {
  const { discounted, credit } = deduct(of, amount, at)
  await db
    .insertInto('testInvoice')
    .values({
      id: invoice.id,
      subscriptionId: of.id,
      status: isPaid ? 'paid' : 'open',
      amount: discounted - credit,
      discount: amount - discounted,
      currency: of.currency,
      description: of.description,
      periodStart: invoice.periodStart,
      periodEnd: invoice.periodEnd,
      createdAt: at,
      paidAt: isPaid ? at : null,
    })
    .execute()
  return of.credit - credit
}

async function save(db: Db, subscription: Subscription, values: Partial<Subscription>): Promise<Subscription> {
  await db.updateTable('testSubscription').set(values).where('id', '=', subscription.id).execute()
  return { ...subscription, ...values }
}

/** Does what was due since the last time: renewals, retries, and the end of a cancelled subscription. */
export async function advance(db: Db, subscription: Subscription, now: Date): Promise<Subscription> {
  let current = subscription
  while (current.status !== 'canceled') {
    const next = await advanceOnce(db, current, now)
    if (!next) return current
    current = next
  }
  return current
}

async function advanceOnce(db: Db, current: Subscription, now: Date): Promise<Subscription | null> {
  const { status, periodEnd, cancelAtPeriodEnd, retryAt, card } = current
  if (status === 'past_due') {
    if (!retryAt || retryAt > now) return null
    return card === 'works'
      ? payOpen(db, current, now)
      : save(db, current, { retryAt: new Date(now.getTime() + RETRY_MS) })
  }
  if (periodEnd > now) return null
  if (cancelAtPeriodEnd) return save(db, current, { status: 'canceled', endedAt: periodEnd })
  const period = { periodStart: periodEnd, periodEnd: endOfPeriod(periodEnd, current.period) }
  const isPaid = card === 'works'
  const charge = { id: `test_in_${newId()}`, amount: current.amount, at: periodEnd, ...period }
  const credit = await addInvoice(db, current, charge, isPaid)
  const failed = { status: 'past_due' as const, retryAt: new Date(periodEnd.getTime() + RETRY_MS) }
  return save(db, current, { ...period, credit, ...(isPaid ? { status: 'active', retryAt: null } : failed) })
}

/** With a card that the person just entered: also one that fails later pays now. */
export async function payOpen(db: Db, subscription: Subscription, now: Date): Promise<Subscription> {
  const { id, status, card } = subscription
  await db
    .updateTable('testInvoice')
    .set({ status: 'paid', paidAt: now })
    .where('subscriptionId', '=', id)
    .where('status', '=', 'open')
    .execute()
  return save(db, subscription, { card, retryAt: null, ...(status === 'past_due' && { status: 'active' }) })
}

type Paying = { id: string; customerId: string; details: NewCheckout; card: TestCard }

/** The first payment of a checkout session. */
export async function chargeFirst(db: Db, { id: sessionId, customerId, details, card }: Paying, now: Date) {
  const { plan, coupon, trialDays, mode, description, checkoutId } = details
  const invoiceId = `test_in_${newId()}`
  if (mode === 'payment') {
    const amount = priceOf(plan.price, coupon)
    const paid = { status: 'paid' as const, amount, discount: plan.price - amount, createdAt: now, paidAt: now }
    await db
      .insertInto('testInvoice')
      .values({ id: invoiceId, sessionId, currency: plan.currency, description, ...paid })
      .execute()
    return { invoiceId }
  }
  const trialEnd = trialDays > 0 ? new Date(now.getTime() + trialDays * DAY_MS) : null
  const periodEnd = trialEnd ?? endOfPeriod(now, plan.period)
  const subscription = await db
    .insertInto('testSubscription')
    .values({
      id: `test_sub_${newId()}`,
      customerId,
      checkoutId,
      description,
      card,
      trialEnd,
      createdAt: now,
      planId: plan.id,
      amount: plan.price,
      currency: plan.currency,
      period: plan.period,
      status: trialEnd ? 'trialing' : 'active',
      periodStart: now,
      periodEnd,
      percentOff: coupon?.percentOff ?? null,
      amountOff: coupon?.amountOff ?? null,
      discountEndsAt: coupon ? endOfDiscount(coupon, trialEnd ?? now) : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (!trialEnd)
    await addInvoice(
      db,
      subscription,
      { id: invoiceId, amount: plan.price, at: now, periodStart: now, periodEnd },
      true,
    )
  return { subscriptionId: subscription.id }
}

/** Null: forever. A coupon for one payment ends before the second. */
function endOfDiscount({ duration, months }: CouponTerms, from: Date): Date | null {
  if (duration === 'forever') return null
  return duration === 'months' ? addMonths(from, months ?? 1) : new Date(from.getTime() + DAY_MS)
}

/** In a trial nothing is due. Otherwise the unused part of the present period is credited, at the time of the quote. */
export function computeSwitch(subscription: Subscription, { plan, dropsDiscount, at }: Switch, now: Date) {
  const { status, periodStart, periodEnd: end, currency, credit } = subscription
  const values = {
    planId: plan.id,
    amount: plan.price,
    period: plan.period,
    description: plan.name,
    currency,
    ...(dropsDiscount && { percentOff: null, amountOff: null, discountEndsAt: null }),
  }
  const paid = discountedPrice(subscription, subscription.amount, periodStart)
  const price = discountedPrice({ ...subscription, ...values }, plan.price, at)
  const isTrial = status === 'trialing'
  const length = end.getTime() - periodStart.getTime()
  const unused = isTrial || length <= 0 ? 0 : Math.max(0, end.getTime() - at.getTime()) / length
  const samePeriod = plan.period === subscription.period
  // With the same period the billing day stays, and only the rest of the period is paid.
  const periodEnd = isTrial || samePeriod ? end : endOfPeriod(now, plan.period)
  const cost = isTrial ? 0 : samePeriod ? price * unused : price
  const dueNow = isTrial ? 0 : Math.round(cost - paid * unused) - credit
  return {
    dueNow,
    periodEnd,
    async save(db: Db) {
      if (dueNow > 0)
        await db
          .insertInto('testInvoice')
          .values({
            id: `test_in_${newId()}`,
            subscriptionId: subscription.id,
            status: 'paid',
            amount: dueNow,
            currency,
            description: plan.name,
            periodStart: now,
            periodEnd,
            createdAt: now,
            paidAt: now,
          })
          .execute()
      const start = isTrial || samePeriod ? {} : { periodStart: now, periodEnd }
      await save(db, subscription, { ...values, ...start, credit: isTrial ? credit : Math.max(0, -dueNow) })
    },
  }
}
