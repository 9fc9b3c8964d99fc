import { Refusal } from '#contract/errors.ts'
import type { OwnMembership } from '#contract/membership/membership.ts'
import type { TestCard } from '#contract/membership/states.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { orNotFound } from '#server/platform/or-not-found.ts'
import { getOwnMembership } from './own-membership.ts'
import type { PaymentProvider, TestControls } from './providers/provider.ts'
import { checkoutOf, membershipOf } from './queries.ts'
import { syncCheckout, syncSubscription } from './sync.ts'

/** The pages of the test checkout do not exist on a site with real payments. */
function controlsOf({ test }: PaymentProvider): TestControls {
  if (!test) throw new Refusal('not-found')
  return test
}

export async function getTestSession(ctx: Ctx<Viewer>, payments: PaymentProvider, sessionId: string) {
  const controls = controlsOf(payments)
  await orNotFound(checkoutOf(ctx.db, ctx.viewer.id, sessionId))
  const session = await controls.getSession(sessionId)
  if (!session) throw new Refusal('not-found')
  const { checkoutId: checkout, ...shown } = session
  return { checkout, ...shown }
}

export async function payTestSession(ctx: Ctx<Viewer>, payments: PaymentProvider, sessionId: string, card: TestCard) {
  const controls = controlsOf(payments)
  await orNotFound(checkoutOf(ctx.db, ctx.viewer.id, sessionId))
  const url = await controls.pay(sessionId, card)
  await syncCheckout(ctx, payments, sessionId)
  return { url }
}

async function changeSubscription(
  ctx: Ctx<Viewer>,
  payments: PaymentProvider,
  change: (controls: TestControls, subscriptionId: string) => Promise<void>,
): Promise<OwnMembership> {
  const controls = controlsOf(payments)
  const membership = await membershipOf(ctx.db, ctx.viewer.id)
  if (!membership || membership.provider !== 'test' || membership.state === 'expired') throw new Refusal('not-a-member')
  await change(controls, membership.subscriptionId)
  await syncSubscription(ctx, payments, membership.subscriptionId)
  return getOwnMembership(ctx, payments)
}

export function changeTestCard(ctx: Ctx<Viewer>, payments: PaymentProvider, card: TestCard) {
  return changeSubscription(ctx, payments, (controls, id) => controls.changeCard(id, card))
}

export function renewTestMembership(ctx: Ctx<Viewer>, payments: PaymentProvider) {
  return changeSubscription(ctx, payments, (controls, id) => controls.renewNow(id))
}
