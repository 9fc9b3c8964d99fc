import type { CheckoutResult, MembershipOffer, OwnMembership } from '#contract/membership/membership.ts'
import { Refusal } from '#contract/errors.ts'
import type { Viewer } from '#contract/viewer.ts'
import { shownCardsOf } from '#server/people/cards.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { getSetting } from '#server/settings/owner-settings.ts'
import { isForMembers, publishedArticles } from '#server/stories/published.ts'
import { isMember } from './entitlement.ts'
import { findGiftOf } from './gift-codes.ts'
import { presentOwn, presentPlan } from './present.ts'
import { type PaymentProvider, isOfEndedTest } from './providers/provider.ts'
import {
  type CheckoutRow,
  type MembershipRow,
  billingOf,
  checkoutOf,
  countWaitingMonths,
  membershipOf,
  planById,
  plansOnSale,
  seatOf,
} from './queries.ts'
import { syncCheckout } from './sync.ts'

const MAX_CREATORS = 12

/** What membership offers. */
export async function getOffer(ctx: Ctx, payments: PaymentProvider): Promise<MembershipOffer> {
  const { db } = ctx
  ctx.addCacheTags('plans', 'stories', 'settings')
  const forMembers = publishedArticles(db).where(isForMembers)
  const [plans, freeStories, creatorShare, counted, authors] = await Promise.all([
    plansOnSale(db),
    getSetting(ctx, 'membership.freeStories'),
    getSetting(ctx, 'membership.creatorShare'),
    forMembers.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
    forMembers
      .select('authorId')
      .groupBy('authorId')
      .orderBy((eb) => eb.fn.countAll(), 'desc')
      .orderBy('authorId')
      .limit(MAX_CREATORS)
      .execute(),
  ])
  const creators = await shownCardsOf(
    ctx,
    authors.map(({ authorId }) => authorId),
  )
  for (const { id } of creators) ctx.addCacheTags(`person:${id}`)
  const memberStories = Number(counted.count)
  return { provider: payments.name, plans: plans.map(presentPlan), freeStories, memberStories, creatorShare, creators }
}

export async function getOwnMembership(ctx: Ctx<Viewer>, payments: PaymentProvider): Promise<OwnMembership> {
  const { db, viewer, now } = ctx
  const [membership, entitlement, billing, seat, waitingMonths] = await Promise.all([
    membershipOf(db, viewer.id),
    db.selectFrom('entitlement').selectAll().where('personId', '=', viewer.id).executeTakeFirst(),
    billingOf(db, viewer.id),
    seatOf(db, viewer.id),
    countWaitingMonths(db, viewer.id),
  ])
  const state = membership && isOfEndedTest(membership.provider, payments) ? 'expired' : (membership?.state ?? 'none')
  const alive = membership && state !== 'expired' ? membership : null
  const [plan, coupon] = await Promise.all([
    alive ? planById(db, alive.planId) : null,
    alive?.couponId
      ? db.selectFrom('coupon').selectAll().where('id', '=', alive.couponId).executeTakeFirst()
      : undefined,
  ])
  return presentOwn({
    provider: payments.name,
    state,
    // A trial is offered once.
    canTry: membership?.provider !== payments.name,
    entitlement: entitlement && entitlement.until > now() ? entitlement : null,
    membership: alive,
    plan: plan ?? null,
    coupon: coupon ?? null,
    billing: billing ?? null,
    seatId: seat?.id ?? null,
    waitingMonths,
  })
}

/** The result of one's own checkout, by our id or the provider's. While it is open, the provider is asked. */
export async function getCheckoutResult(
  ctx: Ctx<Viewer>,
  payments: PaymentProvider,
  id: string,
): Promise<CheckoutResult> {
  const { db, viewer, now } = ctx
  const found = await orNotFound(checkoutOf(db, viewer.id, id))
  if (found.state === 'open' && found.sessionId && found.provider === payments.name)
    await askAboutCheckout(ctx, payments, found.sessionId)
  const checkout = await orNotFound(checkoutOf(db, viewer.id, id))
  const [plan, membership, member, gift] = await Promise.all([
    orNotFound(planById(db, checkout.planId)),
    membershipOf(db, viewer.id),
    isMember(db, viewer.id, now()),
    checkout.state === 'paid' && checkout.kind === 'gift' ? findGiftOf(ctx, checkout.id) : null,
  ])
  const { kind, state, amount, currency, provider } = checkout
  const trialEnd = membership ? findTrialEnd(checkout, membership)?.toISOString() : null
  return { kind, state, plan: presentPlan(plan), amount, currency, trialEnd: trialEnd ?? null, member, gift, provider }
}

/** Also of a trial that was cancelled or has ended since: nothing was paid in this checkout. */
function findTrialEnd({ kind, state, closedAt }: CheckoutRow, { trialEnd }: MembershipRow) {
  const isTrial = kind === 'membership' && state === 'paid' && closedAt !== null
  return isTrial && trialEnd && closedAt < trialEnd ? trialEnd : null
}

/** Without an answer of the provider the checkout is still open: the page asks again. */
async function askAboutCheckout(ctx: Ctx, payments: PaymentProvider, sessionId: string) {
  try {
    await syncCheckout(ctx, payments, sessionId)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'payments-unavailable') throw error
    ctx.log.warn({ err: error, session: sessionId }, 'checkout result unknown')
  }
}
