import { DAY_MS, MINUTE_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { toNextUrl } from '#server/identity/next-address.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { COUPON_CHECKOUT_MS, discountedPrice, findCoupon, reserveCoupon } from './coupons.ts'
import { getPlanOnSale } from './plan-on-sale.ts'
import { type CouponTerms, type PaymentProvider, isOfEndedTest } from './providers/provider.ts'
import { type CheckoutRow, billingOf, emailOf, findErasure, membershipOf, planById } from './queries.ts'

/** The provider is asked for the result when no webhook has arrived by then. */
export const FIRST_ASK_MS = 2 * MINUTE_MS

type NewCheckoutRow = {
  kind: 'membership' | 'gift'
  planId: string
  amount: number
  currency: string
  couponId: string | null
  requestId: string
}

/** Opens the checkout of a membership. The same request opens the same checkout again. */
export async function startMembershipCheckout(
  ctx: Ctx<Viewer>,
  payments: PaymentProvider,
  { plan: planId, coupon: code, request }: { plan: string; coupon?: string | undefined; request: string },
) {
  const { db } = ctx
  await requireNoMembership(ctx, payments)
  const plan = await getPlanOnSale(db, planId)
  const coupon = code ? await findCoupon(ctx, { code, plan }) : null
  const amount = coupon ? discountedPrice(plan.price, coupon) : plan.price
  const { currency } = plan
  const couponId = coupon?.id ?? null
  const row = { kind: 'membership', planId, amount, currency, couponId, requestId: request } as const
  const checkout = await inTransaction(ctx, (tx) => saveCheckout(tx, payments, row))
  return openCheckout(ctx, payments, checkout)
}

/** One membership that is alive for each person. */
async function requireNoMembership({ db, viewer }: Ctx<Viewer>, payments: PaymentProvider) {
  const membership = await membershipOf(db, viewer.id)
  if (!membership || membership.state === 'expired' || isOfEndedTest(membership.provider, payments)) return
  throw new Refusal('already-member')
}

/**
 * Saves the checkout before the provider knows it, so that a payment always finds it. A repeated request returns the first,
 * and is refused if it is for something else. Must run in a transaction.
 */
export async function saveCheckout(
  tx: Ctx<Viewer>,
  { name: provider }: PaymentProvider,
  row: NewCheckoutRow,
): Promise<CheckoutRow> {
  const { db, viewer, now } = tx
  const at = now()
  const ofRequest = { personId: viewer.id, requestId: row.requestId }
  const earlier = await findOfRequest(db, ofRequest)
  if (earlier && !isOver(earlier, at)) return requireSame(earlier, row)
  // A page that stayed open repeats the request of a checkout that has expired.
  if (earlier) await db.updateTable('checkout').set({ requestId: earlier.id }).where('id', '=', earlier.id).execute()
  if (row.couponId) await reserveCoupon(tx, row.couponId)
  const times = { createdAt: at, dueAt: new Date(at.getTime() + FIRST_ASK_MS) }
  await db
    .insertInto('checkout')
    .values({ id: newId(), personId: viewer.id, provider, ...row, ...times })
    .onConflict((conflict) => conflict.columns(['personId', 'requestId']).doNothing())
    .execute()
  return requireSame(await orNotFound(findOfRequest(db, ofRequest)), row)
}

/** Otherwise, a repeated request could use a coupon without its conditions. */
function requireSame(checkout: CheckoutRow, { kind, planId, couponId }: NewCheckoutRow): CheckoutRow {
  if (checkout.kind === kind && checkout.planId === planId && checkout.couponId === couponId) return checkout
  throw new Refusal('invalid', { issues: [{ path: ['body', 'request'], message: 'Use a new id for each order.' }] })
}

function findOfRequest(db: Db, { personId, requestId }: { personId: string; requestId: string }) {
  return db
    .selectFrom('checkout')
    .selectAll()
    .where('personId', '=', personId)
    .where('requestId', '=', requestId)
    .executeTakeFirst()
}

function isOver(checkout: CheckoutRow, at: Date) {
  const expiresAt = expiryOf(checkout)
  return checkout.state === 'expired' || (checkout.state === 'open' && expiresAt !== null && expiresAt <= at)
}

function expiryOf({ couponId, createdAt }: Pick<CheckoutRow, 'couponId' | 'createdAt'>) {
  return couponId === null ? null : new Date(createdAt.getTime() + COUPON_CHECKOUT_MS)
}

/** Opens the saved checkout at the provider. */
export async function openCheckout(ctx: Ctx<Viewer>, payments: PaymentProvider, checkout: CheckoutRow) {
  const { db, viewer, site } = ctx
  if (checkout.url !== '') return { checkout: checkout.id, url: checkout.url }
  const [plan, coupon, billing, email, earlier] = await Promise.all([
    orNotFound(planById(db, checkout.planId)),
    couponOf(db, checkout),
    billingOf(db, viewer.id),
    emailOf(db, viewer.id),
    membershipOf(db, viewer.id),
  ])
  const isGift = checkout.kind === 'gift'
  const opened = await payments.createCheckout({
    checkoutId: checkout.id,
    mode: isGift ? 'payment' : 'subscription',
    personId: viewer.id,
    customerId: billing?.provider === payments.name ? billing.customerId : null,
    email,
    plan,
    description: isGift ? `Gift: ${plan.name}` : plan.name,
    // A trial is offered once.
    trialDays: isGift || earlier?.provider === payments.name ? 0 : plan.trialDays,
    coupon,
    expiresAt: expiryOf(checkout),
    successUrl: pageUrl(site, `/billing/success?checkout=${checkout.id}`),
    // Back to the choice that the person made.
    cancelUrl: pageUrl(site, isGift ? '/membership' : `/membership?plan=${plan.id}`),
  })
  await inTransaction(ctx, async (tx) => {
    const { sessionId, url, customerId } = opened
    await tx.db.updateTable('checkout').set({ sessionId, url }).where('id', '=', checkout.id).execute()
    await saveCustomer(tx, viewer.id, { provider: payments.name, customerId })
  })
  return { checkout: checkout.id, url: opened.url }
}

async function couponOf(db: Db, { couponId }: CheckoutRow): Promise<CouponTerms | null> {
  if (couponId === null) return null
  return orNotFound(db.selectFrom('coupon').selectAll().where('id', '=', couponId).executeTakeFirst())
}

type Customer = { provider: PaymentProvider['name']; customerId: string }

/** Returns false for a person who has deleted their account meanwhile: nothing about them is saved. */
export async function saveCustomer({ db }: Ctx, personId: string, customer: Customer): Promise<boolean> {
  if (await findErasure(db, personId)) return false
  await db
    .insertInto('billingProfile')
    .values({ personId, ...customer })
    .onConflict((conflict) => conflict.column('personId').doUpdateSet(customer))
    .execute()
  return true
}

/** An absolute address of a page of this site. */
export function pageUrl(site: Ctx['site'], path: string): string {
  const url = toNextUrl(site, path)
  if (!url) throw new Error(`${path} is not a path of this site`)
  return url
}

/** Providers close checkouts after a day. Those that the provider does not know are given up after this time. */
export const CHECKOUT_LIFETIME_MS = 2 * DAY_MS
