import { sql } from 'kysely'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#contract/constants.ts'
import type { Received } from '#contract/endpoints.ts'
import { Refusal } from '#contract/errors.ts'
import type { OwnMembership } from '#contract/membership/membership.ts'
import type { ExitReason, MembershipState } from '#contract/membership/states.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { isSwitched } from './apply-state.ts'
import { cancelSubscription } from './end-subscription.ts'
import { getOwnMembership } from './own-membership.ts'
import { getPlanOnSale } from './plan-on-sale.ts'
import { type PaymentProvider, type Switch, findLastPaid } from './providers/provider.ts'
import { type MembershipRow, billingOf, membershipOf } from './queries.ts'
import { limitSeats, requireEnoughSeats, restoreSeats } from './seats.ts'
import { pageUrl } from './start-checkout.ts'
import { payOpenInvoice, syncPerson, syncSubscription } from './sync.ts'
import { statesWith } from './transitions.ts'

const QUOTE_MS = HOUR_MS
/** Between processes. */
const MAX_CLOCK_DIFFERENCE_MS = MINUTE_MS

/** The viewer's membership, if it is in one of these states and belongs to the provider that is set up. */
async function getMembershipIn(
  { db, viewer }: Ctx<Viewer>,
  payments: PaymentProvider,
  states: readonly MembershipState[],
): Promise<MembershipRow> {
  const membership = await membershipOf(db, viewer.id)
  if (!membership || membership.provider !== payments.name || !states.includes(membership.state))
    throw new Refusal('not-a-member')
  return membership
}

async function findSwitch(ctx: Ctx<Viewer>, payments: PaymentProvider, planId: string) {
  const membership = await getMembershipIn(ctx, payments, statesWith('switch'))
  const plan = await getPlanOnSale(ctx.db, planId)
  if (plan.currency !== membership.currency)
    throw new Refusal('not-allowed', {
      message: 'This plan is in another currency. Cancel your membership, and join again when it has ended.',
    })
  await requireEnoughSeats(ctx.db, membership.id, plan.seats)
  return { membership, to: { plan, dropsDiscount: await isCouponOfOtherPlan(ctx, membership, planId) } }
}

async function isCouponOfOtherPlan({ db }: Ctx, { couponId }: MembershipRow, planId: string) {
  if (couponId === null) return false
  const coupon = await db.selectFrom('coupon').select('planId').where('id', '=', couponId).executeTakeFirst()
  return coupon !== undefined && coupon.planId !== null && coupon.planId !== planId
}

export async function previewSwitch(ctx: Ctx<Viewer>, payments: PaymentProvider, planId: string) {
  const { membership, to } = await findSwitch(ctx, payments, planId)
  // Stripe takes whole seconds, which must be of the present period.
  const second = Math.floor(ctx.now().getTime() / SECOND_MS) * SECOND_MS
  const at = new Date(Math.max(second, membership.periodStart.getTime()))
  const preview = await payments.previewSwitch(membership.subscriptionId, { ...to, at })
  return { ...preview, at: at.toISOString(), nextPaymentAt: preview.nextPaymentAt.toISOString() }
}

type Order = Received<'POST /api/membership/switch'>['body']

/** For the amount that the person confirmed. A repeated call changes nothing. */
export async function switchPlan(ctx: Ctx<Viewer>, payments: PaymentProvider, order: Order): Promise<OwnMembership> {
  // A renewal since the quote changes what is left of the period.
  await syncPerson(ctx, payments, ctx.viewer.id)
  const { membership, to } = await findSwitch(ctx, payments, order.plan)
  const { id, subscriptionId } = membership
  if (isSwitched(membership, { ...to.plan, planId: order.plan })) {
    const at = new Date(order.at)
    await requireQuoted(ctx, payments, membership, { ...to, at }, order)
    await limitSeats(ctx, id, to.plan.seats)
    try {
      await payments.switchPlan(subscriptionId, { ...to, at })
    } catch (error) {
      await restoreSeats(ctx, membership)
      throw error
    }
  }
  await syncSubscription(ctx, payments, subscriptionId)
  return getOwnMembership(ctx, payments)
}

/** That the switch costs what the person was shown within the last hour. */
async function requireQuoted(
  { now }: Ctx,
  payments: PaymentProvider,
  { subscriptionId, periodStart }: MembershipRow,
  to: Switch,
  { dueNow, price }: Order,
) {
  const age = now().getTime() - to.at.getTime()
  const isValid = age < QUOTE_MS && age > -MAX_CLOCK_DIFFERENCE_MS && to.at >= periodStart
  const preview = isValid ? await payments.previewSwitch(subscriptionId, to) : null
  if (preview?.dueNow === dueNow && preview.price === price) return
  throw new Refusal('wrong-state', {
    state: 'amount-changed',
    message: 'The amount has changed. Check it, then confirm again.',
  })
}

/** At the end of the period, or at once if nothing was paid for it. A repeated call changes nothing. */
export async function cancelMembership(
  ctx: Ctx<Viewer>,
  payments: PaymentProvider,
  { reason, comment }: { reason?: ExitReason | undefined; comment: string },
): Promise<OwnMembership> {
  const { id, subscriptionId } = await getMembershipIn(ctx, payments, statesWith('cancel', 'end'))
  // They may have paid at the provider a moment ago.
  await syncSubscription(ctx, payments, subscriptionId)
  await cancelSubscription(payments, await orNotFound(membershipOf(ctx.db, ctx.viewer.id)))
  await syncSubscription(ctx, payments, subscriptionId)
  if (reason) await saveExitAnswer(ctx, id, { reason, comment })
  return getOwnMembership(ctx, payments)
}

/** One for each cancellation, at its time. */
function saveExitAnswer(ctx: Ctx, membershipId: string, answer: { reason: ExitReason; comment: string }) {
  return inTransaction(ctx, async ({ db }) => {
    const change = await db
      .selectFrom('membershipChange')
      .select('at')
      .where('membershipId', '=', membershipId)
      .where('event', 'in', ['cancel', 'end'])
      .orderBy('id', 'desc')
      .executeTakeFirst()
    if (!change) return
    await db
      .insertInto('exitAnswer')
      .values({ membershipId, at: change.at, ...answer })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

export async function resumeMembership(ctx: Ctx<Viewer>, payments: PaymentProvider): Promise<OwnMembership> {
  // One that could be cancelled was resumed before: the call is repeated.
  const { state, subscriptionId } = await getMembershipIn(ctx, payments, statesWith('resume', 'cancel'))
  if (state === 'cancelled') await payments.resume(subscriptionId)
  await syncSubscription(ctx, payments, subscriptionId)
  return getOwnMembership(ctx, payments)
}

/** After the person was at the provider: pays what is open with the payment method that they may have changed there. */
export async function syncOwnMembership(ctx: Ctx<Viewer>, payments: PaymentProvider): Promise<OwnMembership> {
  const { db, viewer } = ctx
  const membership = await membershipOf(db, viewer.id)
  if (membership && membership.state !== 'expired') {
    await syncPerson(ctx, payments, viewer.id)
    await payOpenInvoice(ctx, payments, viewer.id)
  }
  return getOwnMembership(ctx, payments)
}

export async function openPortal({ db, viewer, site }: Ctx<Viewer>, payments: PaymentProvider) {
  const billing = await billingOf(db, viewer.id)
  if (!billing?.customerId || billing.provider !== payments.name) throw new Refusal('not-a-member')
  return { url: await payments.portalUrl(billing.customerId, pageUrl(site, '/membership?from=portal')) }
}

export async function updateBilling(
  ctx: Ctx<Viewer>,
  payments: PaymentProvider,
  given: OwnMembership['billing'],
): Promise<OwnMembership> {
  await inTransaction(ctx, ({ db, viewer }) =>
    db
      .insertInto('billingProfile')
      .values({ personId: viewer.id, ...given })
      .onConflict((conflict) => conflict.column('personId').doUpdateSet(given))
      .execute(),
  )
  return getOwnMembership(ctx, payments)
}

/** Refunds the last payment and ends the membership now, for an admin. Returns what was refunded. */
export async function refundMembership(ctx: Ctx, payments: PaymentProvider, membership: MembershipRow) {
  const before = await refundedOf(ctx, membership.id)
  const subscription = await payments.getSubscription(membership.subscriptionId)
  const last = subscription && findLastPaid(await payments.listInvoices(subscription))
  if (last) await payments.refund(last)
  await payments.cancelNow(membership.subscriptionId)
  await syncSubscription(ctx, payments, membership.subscriptionId)
  return (await refundedOf(ctx, membership.id)) - before
}

async function refundedOf({ db }: Ctx, membershipId: string) {
  const { total } = await db
    .selectFrom('payment')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('refunded'), sql<number>`0`).as('total'))
    .where('membershipId', '=', membershipId)
    .executeTakeFirstOrThrow()
  return total
}
