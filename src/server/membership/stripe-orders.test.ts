import { beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/constants.ts'
import type { StripeEvent } from '#test/stripe-account.ts'
import { aStripeSite } from '#test/stripe-site.ts'
import { isMember } from './entitlement.ts'

let site: Awaited<ReturnType<typeof aStripeSite>>

beforeAll(async () => {
  site = await aStripeSite()
})

/** A small generator with a seed, so that a failing order can be repeated. */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

async function deliver(events: readonly StripeEvent[]) {
  for (const event of events) expect(await site.deliver(event)).toBe(200)
  await site.handleEvents()
  // The worker of the app may have claimed an event and still be at it.
  const waiting = site.db.selectFrom('billingEvent').select('id').where('handledAt', 'is', null)
  await expect.poll(() => waiting.execute(), { timeout: 10_000 }).toEqual([])
}

const acts = ['renew', 'fail', 'recover', 'switch', 'cancel', 'cancel-at', 'resume', 'refund'] as const

function perform(act: (typeof acts)[number], id: string) {
  const { plans, stripe } = site
  const { status } = stripe.get(id)
  if (act === 'renew' && status !== 'past_due') stripe.acts.renew(id, true)
  if (act === 'fail' && status !== 'past_due') stripe.acts.renew(id, false)
  if (act === 'recover' && status === 'past_due') stripe.acts.recover(id)
  if (act === 'switch')
    stripe.acts.switchTo(id, {
      id: 'price_yearly',
      unit_amount: 5000,
      currency: 'usd',
      interval: 'year',
      plan: plans.yearly,
    })
  if (act === 'cancel') stripe.acts.cancel(id)
  if (act === 'cancel-at') stripe.acts.cancelAt(id)
  if (act === 'resume') stripe.acts.resume(id)
  if (act === 'refund') stripe.acts.refundLast(id)
}

const seeds = Array.from({ length: 50 }, (_, index) => index + 1)

test.each(seeds)('in random order %i, with duplicates and losses, webhooks lead to the right state', async (seed) => {
  const { clock, db, plans, stripe } = site
  const random = randomOf(seed)
  // Webhooks alone must lead to the right state, unless some are lost.
  const isLossy = seed % 3 === 0
  const { person, session } = await site.aCustomer(seed % 2 === 0 ? plans.trial : plans.monthly)
  let from = stripe.events.length
  /** Some of what happened since the last time, in any order. The rest arrives with the next. */
  let late: StripeEvent[] = []
  const takeEvents = () => {
    const all = [...late, ...stripe.events.slice(from)].filter(() => !isLossy || random() > 0.3)
    from = stripe.events.length
    return all
  }
  const id = stripe.acts.pay(session)
  for (const act of shuffled([...acts, ...acts], random)) {
    clock.pass(HOUR_MS)
    perform(act, id)
    if (random() < 0.7) continue
    const taken = takeEvents()
    late = taken.filter(() => random() < 0.5)
    await deliver(
      shuffled(
        taken.filter((event) => !late.includes(event) || random() < 0.3),
        random,
      ),
    )
  }
  if (random() < 0.4) stripe.acts.end(id)
  await deliver(shuffled(takeEvents(), random))
  if (isLossy) await site.reconcile(person)

  const truth = stripe.get(id)
  const isCancelled = truth.cancelAtPeriodEnd || (truth.cancelAt !== null && truth.cancelAt <= truth.periodEnd)
  const alive = truth.status === 'past_due' ? 'past-due' : isCancelled ? 'cancelled' : truth.status
  const state = truth.status === 'canceled' ? 'expired' : alive
  const membership = await site.membershipOf(person)
  expect([seed, membership]).toMatchObject([seed, { state, subscriptionId: id, price: truth.price.unit_amount }])
  const steps = await db
    .selectFrom('membershipChange')
    .select(['fromState', 'toState'])
    .where('membershipId', '=', membership?.id ?? '')
    .orderBy('id')
    .execute()
  // The steps are one path, from none to the end.
  expect([seed, steps.map(({ fromState }) => fromState)]).toEqual([
    seed,
    ['none', ...steps.slice(0, -1).map(({ toState }) => toState)],
  ])
  expect([seed, await isMember(db, person.id, clock.now())]).toEqual([seed, state !== 'expired'])
  const rows = (await site.paymentsOf(person)).map(({ providerId, state: recorded }) => ({
    providerId,
    state: recorded,
  }))
  const expected = stripe.invoicesOf(id).map(({ id: providerId, status, refunded }) => ({
    providerId,
    state: status === 'open' ? 'failed' : refunded > 0 ? 'refunded' : 'paid',
  }))
  const byId = (a: { providerId: string }, b: { providerId: string }) => a.providerId.localeCompare(b.providerId)
  expect([seed, rows.toSorted(byId)]).toEqual([seed, expected.toSorted(byId)])
})
