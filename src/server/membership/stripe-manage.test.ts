import { beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#contract/constants.ts'
import { clientOf } from '#test/client.ts'
import { aPerson } from '#test/people.ts'
import { aStripeSite } from '#test/stripe-site.ts'

let site: Awaited<ReturnType<typeof aStripeSite>>

beforeAll(async () => {
  site = await aStripeSite()
})

/** A member whose renewal was declined. */
async function aMemberPastDue() {
  const member = await site.aMember()
  site.stripe.acts.decline(member.id)
  site.stripe.acts.renew(member.id, false)
  await site.reconcile(member.person)
  expect(await site.membershipOf(member.person)).toMatchObject({ state: 'past-due' })
  return member
}

test('a member who paid the open invoice a moment ago keeps the period when they cancel', async () => {
  const { stripe } = site
  const { call, id } = await aMemberPastDue()
  stripe.acts.decline(id, false)
  stripe.acts.recover(id)
  expect((await call('POST /api/membership/cancel', {})).body).toMatchObject({ state: 'cancelled' })
  expect(stripe.get(id)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
})

test('a membership that Stripe does not know cannot be changed', async () => {
  const { plans, stripe } = site
  const { call, id } = await site.aMember()
  stripe.acts.deleteSubscription(id)
  expect((await call(`GET /api/membership/switch?plan=${plans.yearly}`)).body.error?.code).toBe('not-a-member')
  expect((await call('POST /api/membership/cancel', {})).body).toMatchObject({ state: 'expired' })
})

test('the grace period counts from a failure after the last payment, whatever was left open before', async () => {
  const { clock, stripe } = site
  const { person, id } = await site.aMember()
  stripe.acts.renew(id, false)
  stripe.acts.giveUp(id)
  clock.pass(30 * DAY_MS)
  stripe.acts.renew(id, true)
  clock.pass(30 * DAY_MS)
  const from = Math.floor(clock.now().getTime() / 1000) * 1000
  stripe.acts.renew(id, false)
  await site.reconcile(person)
  const membership = await site.membershipOf(person)
  expect(membership).toMatchObject({ state: 'past-due' })
  expect(membership?.failedAt?.getTime()).toBeGreaterThanOrEqual(from)
})

test('who returns from the portal with a card that works pays the open invoice', async () => {
  const { stripe } = site
  const { call, id, person } = await aMemberPastDue()
  const { url } = (await call('POST /api/membership/portal')).body
  expect(url).toContain('billing.example')
  expect(stripe.requests.at(-1)?.form.get('return_url')).toMatch(/\/membership\?from=portal$/)
  expect((await call('POST /api/membership/sync')).body).toMatchObject({ state: 'past-due' })
  stripe.acts.decline(id, false)
  expect((await call('POST /api/membership/sync')).body).toMatchObject({ state: 'active', graceUntil: null })
  expect((await site.paymentsOf(person)).map(({ state }) => state)).toEqual(['paid', 'paid'])
  const charges = stripe.requests.filter(({ path }) => path.endsWith('/pay')).length
  expect((await call('POST /api/membership/sync')).body).toMatchObject({ state: 'active' })
  expect(stripe.requests.filter(({ path }) => path.endsWith('/pay'))).toHaveLength(charges)
})

test('a card that was chosen in the portal beside that of the membership pays, and is used from then on', async () => {
  const { stripe } = site
  const { call, id } = await aMemberPastDue()
  stripe.acts.chooseCard(id, 'pm_2')
  expect((await call('POST /api/membership/sync')).body).toMatchObject({ state: 'active' })
  expect(stripe.get(id)).toMatchObject({ card: 'pm_2', status: 'active' })
})

test('a person without a membership has nothing to sync', async () => {
  const { call } = await site.aCustomer()
  expect((await call('POST /api/membership/sync')).body).toMatchObject({ state: 'none' })
})

test.each([
  [true, 'active', 'paid'],
  [false, 'expired', 'failed'],
] as const)('the open invoice is tried at the end of the grace period: %s', async (works, state, payment) => {
  const { clock, stripe } = site
  const { id, person } = await aMemberPastDue()
  stripe.acts.decline(id, !works)
  clock.pass(8 * DAY_MS)
  await site.reconcile(person)
  expect(await site.membershipOf(person)).toMatchObject({ state })
  expect((await site.paymentsOf(person)).map((one) => one.state)).toEqual(['paid', payment])
})

test('a cancellation in the portal, by a date, is shown and can be resumed', async () => {
  const { stripe } = site
  const { call, id, person } = await site.aMember()
  stripe.acts.cancelAt(id)
  await site.reconcile(person)
  expect(await site.membershipOf(person)).toMatchObject({ state: 'cancelled' })
  expect((await call('POST /api/membership/resume')).body).toMatchObject({ state: 'active' })
  expect(stripe.get(id)).toMatchObject({ cancelAt: null, cancelAtPeriodEnd: false })
})

test('a cancellation for a later period takes effect then', async () => {
  const { stripe } = site
  const { id, person } = await site.aMember()
  stripe.acts.cancelAt(id, stripe.get(id).periodEnd + 1)
  await site.reconcile(person)
  expect(await site.membershipOf(person)).toMatchObject({ state: 'active' })
  stripe.acts.renew(id, true)
  await site.reconcile(person)
  expect(await site.membershipOf(person)).toMatchObject({ state: 'cancelled' })
})

test('free days that the owner gives are a trial, without an end in between', async () => {
  const { db, stripe } = site
  const { id, person } = await site.aMember()
  stripe.acts.addTrial(id, 10)
  await site.reconcile(person)
  const membership = await site.membershipOf(person)
  expect(membership).toMatchObject({ state: 'trialing' })
  const changes = db
    .selectFrom('membershipChange')
    .select(['event', 'toState'])
    .where('membershipId', '=', membership?.id ?? '')
  expect(await changes.orderBy('id').execute()).toEqual([
    { event: 'pay', toState: 'active' },
    { event: 'add-trial', toState: 'trialing' },
  ])
  expect(await site.outcomesOf(person)).toEqual(['started', 'trial-added'])
})

test('the membership of a disabled account is cancelled, and can be resumed once it is enabled', async () => {
  const { app, db, stripe } = site
  const { call, id, person } = await site.aMember()
  const pastDue = await aMemberPastDue()
  const admin = await clientOf(app, await aPerson(db, 'admin'))
  const setDisabled = async (disabled: boolean) => {
    for (const one of [person, pastDue.person])
      expect((await admin(`PUT /api/admin/people/${one.id}/disabled`, { disabled })).status).toBe(200)
  }
  await setDisabled(true)
  for (const one of [person, pastDue.person]) for (let n = 0; n < 2; n++) await site.reconcile(one)
  expect(stripe.get(id)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
  expect(await site.membershipOf(person)).toMatchObject({ state: 'cancelled' })
  expect(stripe.get(pastDue.id).status).toBe('canceled')
  await setDisabled(false)
  await site.reconcile(person)
  expect((await call('POST /api/membership/resume')).body).toMatchObject({ state: 'active' })
})
