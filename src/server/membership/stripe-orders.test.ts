import { beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/constants.ts'
import type { TestPerson } from '#test/people.ts'
import type { StripeEvent } from '#test/stripe-account.ts'
import { aStripeBackend } from '#test/stripe-site.ts'
import { isMember } from './entitlement.ts'

let site: Awaited<ReturnType<typeof aStripeBackend>>

beforeAll(async () => {
  site = await aStripeBackend()
})

/** A small generator with a seed, so that a failing order can be repeated. */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

type Random = ReturnType<typeof randomOf>

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

const acts = [
  'renew',
  'fail',
  'recover',
  'switch',
  'cancel',
  'cancel-at',
  'resume',
  'refund',
  'debit',
  'settle',
  'return-debit',
  'void',
  'pause',
  'remind',
  'add-trial',
] as const
type Act = (typeof acts)[number]

/** What is not possible now is left out. */
function perform(act: Act, id: string) {
  const { plans, stripe } = site
  const { status } = stripe.get(id)
  const isDue = status === 'active' || status === 'trialing'
  if (act === 'renew' && isDue) stripe.acts.renew(id, true)
  if (act === 'fail' && isDue) stripe.acts.renew(id, false)
  if (act === 'debit' && isDue) stripe.acts.renew(id, 'debit')
  if (act === 'settle') stripe.acts.settle(id)
  if (act === 'return-debit') stripe.acts.settle(id, { isPaid: false })
  if (act === 'recover' && status === 'past_due' && !isProcessing(id)) stripe.acts.recover(id)
  if (act === 'recover' && status === 'paused') stripe.acts.unpause(id)
  if (act === 'void') stripe.acts.voidOpen(id)
  if (act === 'pause' && status === 'trialing') stripe.acts.pause(id)
  if (act === 'remind' && status === 'trialing') stripe.acts.remindOfTrial(id)
  if (act === 'add-trial' && status === 'active') stripe.acts.addTrial(id, 5)
  if (act === 'switch') {
    const yearly = { id: 'price_yearly', unit_amount: 5000, currency: 'usd', interval: 'year', plan: plans.yearly }
    stripe.acts.switchTo(id, yearly)
  }
  if (act === 'cancel') stripe.acts.cancel(id)
  if (act === 'cancel-at') stripe.acts.cancelAt(id)
  if (act === 'resume') stripe.acts.resume(id)
  if (act === 'refund') stripe.acts.refundLast(id)
}

function isProcessing(id: string) {
  return site.stripe.invoicesOf(id).some((invoice) => invoice.isProcessing)
}

/** A subscription may end, also by a dispute that is lost, and a bank debit may be confirmed afterwards. */
function performEnd(id: string, random: Random) {
  const { clock, stripe } = site
  const last = stripe.invoicesOf(id).at(-1)
  const canDispute = last?.status === 'paid' && last.amount > 0 && stripe.get(id).status !== 'paused'
  const chance = random()
  if (chance < 0.35) stripe.acts.end(id)
  else if (chance < 0.6 && canDispute) stripe.acts.loseDispute(id)
  clock.pass(HOUR_MS)
  if (random() < 0.5) stripe.acts.settle(id)
}

async function deliver(events: readonly StripeEvent[]) {
  for (const event of events) await site.deliver(event)
  await site.handleEvents()
}

type Life = { id: string; random: Random; isLossy: boolean; isEnd: boolean }

/** Acts, whose events are delivered now and then, in any order, some of them later or twice, and some never. */
async function live({ id, random, isLossy, isEnd }: Life, from: number) {
  const { clock, stripe } = site
  let taken = from
  let late: StripeEvent[] = []
  const loss = isLossy ? 0.3 : 0
  const takeEvents = () => {
    const all = [...late, ...stripe.events.slice(taken)].filter(() => random() >= loss)
    taken = stripe.events.length
    return all
  }
  for (const act of shuffled(acts, random)) {
    clock.pass(HOUR_MS)
    perform(act, id)
    if (random() < 0.7) continue
    const events = takeEvents()
    late = events.filter(() => random() < 0.5)
    const now = events.filter((event) => !late.includes(event) || random() < 0.3)
    await deliver(shuffled(now, random))
  }
  if (isEnd) performEnd(id, random)
  // From some time on, no webhook of half of the lossy ones arrives.
  if (!isLossy || random() < 0.5) await deliver(shuffled(takeEvents(), random))
  // What was lost does not come later.
  return stripe.events.length
}

function stateOf(id: string) {
  const { status, cancelAt, cancelAtPeriodEnd, periodEnd } = site.stripe.get(id)
  const isDisputed = site.stripe.invoicesOf(id).some(({ lost }) => lost > 0)
  if (status === 'canceled' || isDisputed) return 'expired'
  if (status === 'past_due' || status === 'paused') return 'past-due'
  return cancelAtPeriodEnd || (cancelAt !== null && cancelAt <= periodEnd) ? 'cancelled' : status
}

async function expectTruth(person: TestPerson, id: string) {
  const { clock, db, stripe } = site
  const state = stateOf(id)
  const membership = await site.membershipOf(person)
  expect(stripe.get(id).status === 'canceled').toBe(state === 'expired')
  expect(membership?.price).toBe(stripe.get(id).price.unit_amount)
  const steps = await db
    .selectFrom('membershipChange')
    .select(['fromState', 'toState'])
    .where('membershipId', '=', membership?.id ?? '')
    .orderBy('id')
    .execute()
  // The steps are one path from none to the present state, which ended at most once.
  const states = steps.map(({ toState }) => toState)
  expect(steps.map(({ fromState }) => fromState)).toEqual(['none', ...states.slice(0, -1)])
  expect(states.at(-1)).toBe(state)
  expect(states.slice(0, -1)).not.toContain('expired')
  expect(await isMember(db, person.id, clock.now())).toBe(state !== 'expired')

  const recorded = new Map((await site.paymentsOf(person)).map((row) => [row.providerId, row.state]))
  for (const invoice of stripe.invoicesOf(id)) {
    const known = recorded.get(invoice.id)
    recorded.delete(invoice.id)
    const isReturned = invoice.refunded + invoice.lost > 0
    // What was voided may have failed before.
    if (invoice.status === 'void') expect([undefined, 'failed']).toContain(known)
    else if (invoice.status === 'paid') expect(known).toBe(isReturned ? 'refunded' : 'paid')
    else expect(known).toBe(invoice.isProcessing ? undefined : 'failed')
    if (state === 'expired' && invoice.status === 'open') expect(invoice.isProcessing).toBe(true)
    const { endedAt } = stripe.get(id)
    if (invoice.paidAt !== null && endedAt !== null && invoice.paidAt > endedAt) expect(isReturned).toBe(true)
  }
  expect([...recorded]).toEqual([])
}

/** A membership is asked about. Of one that has ended, disputes and late payments are found by the list of events. */
async function findLost(person: TestPerson, { isEnd }: { isEnd: boolean }) {
  if (isEnd) await site.readEvents()
  await site.reconcile(person)
}

const seeds = Array.from({ length: 50 }, (_, index) => index + 1)

test.each(seeds)('in random order %i, with duplicates and losses, the end state is the one at Stripe', async (seed) => {
  const { clock, plans, stripe } = site
  const random = randomOf(seed)
  const { person, session } = await site.aCustomer(seed % 2 === 0 ? plans.trial : plans.monthly)
  let from = stripe.events.length
  // The first payment of some is a bank debit.
  const isDebit = seed % 5 === 0
  stripe.acts.pay(session, { isDebit })
  if (isDebit) {
    clock.pass(3 * DAY_MS)
    stripe.acts.confirm(session)
  }
  const id = stripe.list().at(-1)?.id ?? ''
  // In one half of the life events are lost, and found by reconciliation. In the other, webhooks alone are enough.
  for (const half of [0, 1]) {
    const isLossy = seed % 4 < 2 ? half === 0 : half === 1
    const isEnd = half === 1
    from = await live({ id, random, isLossy, isEnd }, from)
    if (isLossy) await findLost(person, { isEnd })
    expect(await site.membershipOf(person)).toMatchObject({ state: stateOf(id), subscriptionId: id })
    await expectTruth(person, id)
  }
})
