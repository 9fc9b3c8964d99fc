import { createHash } from 'node:crypto'
import type { Stripe } from 'stripe'
import type { PaymentProviderName } from '#contract/membership/membership.ts'
import type { Db } from '#server/platform/db.ts'
import type { CouponTerms, NewCheckout, PlanOnSale } from './provider.ts'
import { orExisting, orMissing } from './stripe-errors.ts'

/**
 * One request, however often it is repeated. Stripe refuses a key with other parameters for a day, so that they are part of it.
 */
export function keyOf(kind: string, parameters: unknown): { idempotencyKey: string } {
  const hash = createHash('sha256').update(JSON.stringify(parameters)).digest('hex')
  return { idempotencyKey: `${kind}-${hash}` }
}

const DAYS_OF_MONTH = 30

/**
 * Creates prices, coupons and customers at their first use, and again when the known one was deleted or archived at Stripe, or
 * belongs to other keys. Idempotency keys make two first uses at once one.
 */
export function createStripeCatalog(stripe: Stripe, { db, provider }: { db: Db; provider: PaymentProviderName }) {
  async function priceIdOf({ id: planId, name, period, price: amount, currency }: PlanOnSale): Promise<string> {
    const key = { provider, planId, amount, currency, period }
    const known = await db
      .selectFrom('planPrice')
      .select('providerId')
      .where((eb) => eb.and(key))
      .executeTakeFirst()
    if (known && (await orMissing(stripe.prices.retrieve(known.providerId)))?.active) return known.providerId
    const price = {
      currency,
      unit_amount: amount,
      recurring: { interval: period },
      product_data: { name, metadata: { plan: planId } },
      metadata: { plan: planId },
    }
    const { id: providerId } = await stripe.prices.create(price, keyOf('price', { ...price, after: known }))
    await db
      .insertInto('planPrice')
      .values({ ...key, providerId })
      .onConflict((conflict) =>
        conflict.columns(['provider', 'planId', 'amount', 'currency', 'period']).doUpdateSet({ providerId }),
      )
      .execute()
    return providerId
  }

  /**
   * A discount for some months starts with the trial, in which nothing is paid, so that the months of the trial are added. One
   * for the first payment is not used up by a trial. Its id at Stripe is ours, so that it is created once.
   */
  async function couponIdOf({ id, code, ...terms }: CouponTerms, trialDays: number): Promise<string> {
    const { percentOff, amountOff, currency, duration } = terms
    const months = duration === 'months' ? (terms.months ?? 1) + Math.floor(trialDays / DAYS_OF_MONTH) : null
    const providerId = months === null ? id : `${id}-${months}`
    if (await orMissing(stripe.coupons.retrieve(providerId))) return providerId
    const coupon = {
      id: providerId,
      name: code,
      ...(percentOff !== null && { percent_off: percentOff }),
      ...(amountOff !== null && currency !== null && { amount_off: amountOff, currency }),
      ...(duration === 'months' ? { duration: 'repeating' as const, duration_in_months: months ?? 1 } : { duration }),
      metadata: { coupon: id },
    }
    await orExisting(stripe.coupons.create(coupon))
    return providerId
  }

  async function customerIdOf({ personId, email, customerId }: NewCheckout): Promise<string> {
    const known = customerId === null ? null : await orMissing(stripe.customers.retrieve(customerId))
    if (known && !known.deleted) return known.id
    const customer = { ...(email !== '' && { email }), metadata: { person: personId } }
    const { id } = await stripe.customers.create(customer, keyOf('customer', { ...customer, after: customerId }))
    return id
  }

  return { priceIdOf, couponIdOf, customerIdOf }
}
