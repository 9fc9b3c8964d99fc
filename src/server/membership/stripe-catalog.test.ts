import { beforeAll, expect, test } from 'vitest'
import { anApp } from '#test/app.ts'
import { clientOf } from '#test/client.ts'
import { STRIPE_TEST_KEY } from '#test/stripe-server.ts'
import { aStripeSite, sessionOf } from '#test/stripe-site.ts'
import { newId } from '#server/platform/ids.ts'

let site: Awaited<ReturnType<typeof aStripeSite>>

beforeAll(async () => {
  site = await aStripeSite()
})

test('a member of the test mode of Stripe joins again with live keys', async () => {
  const { app, clock, database, db, plans, stripe } = site
  const { code } = await site.aCoupon()
  const { person } = await site.aCustomer()
  const tried = await anApp(database, { ...stripe.env, STRIPE_SECRET_KEY: STRIPE_TEST_KEY }, clock.now)
  const inTest = await clientOf(tried, person)
  const order = { plan: plans.monthly, coupon: code, request: newId() }
  const opened = await inTest('POST /api/membership/checkout', order)
  const session = sessionOf(opened.body['url'])
  stripe.testMode.acts.pay(session)
  expect((await inTest(`GET /api/membership/checkout/${session}`)).body).toMatchObject({ state: 'paid' })
  expect((await inTest('GET /api/membership/own')).body).toMatchObject({ provider: 'stripe-test', state: 'active' })

  const call = await clientOf(app, person)
  const live = await site.openSession(call, plans.monthly)
  const id = stripe.acts.pay(live.session)
  expect((await call(`GET /api/membership/checkout/${live.session}`)).body).toMatchObject({ state: 'paid' })
  expect(await site.membershipOf(person)).toMatchObject({ state: 'active', provider: 'stripe', subscriptionId: id })
  const prices = db.selectFrom('planPrice').select('provider').where('planId', '=', plans.monthly)
  expect((await prices.orderBy('provider').execute()).map(({ provider }) => provider)).toEqual([
    'stripe',
    'stripe-test',
  ])
  // The coupon of the test mode does not exist in the live mode.
  const other = await site.aMember(plans.monthly, { coupon: code })
  expect(await site.paymentsOf(other.person)).toMatchObject([{ amount: 400, discount: 100, provider: 'stripe' }])
})

test('a membership of the test mode of Stripe ends with live keys', async () => {
  const { clock, database, plans, stripe } = site
  const { person } = await site.aCustomer()
  const tried = await anApp(database, { ...stripe.env, STRIPE_SECRET_KEY: STRIPE_TEST_KEY }, clock.now)
  const inTest = await clientOf(tried, person)
  const opened = await inTest('POST /api/membership/checkout', { plan: plans.monthly, request: newId() })
  const session = sessionOf(opened.body['url'])
  stripe.testMode.acts.pay(session)
  await inTest(`GET /api/membership/checkout/${session}`)
  await site.reconcile(person)
  expect(await site.membershipOf(person)).toMatchObject({ state: 'expired', provider: 'stripe-test' })
})

test('a member of the built-in test checkout joins again when Stripe is set up, with a trial', async () => {
  const { app, clock, database, plans, stripe } = site
  const { person } = await site.aCustomer()
  const inTest = await clientOf(await anApp(database, {}, clock.now), person)
  const opened = await inTest('POST /api/membership/checkout', { plan: plans.trial, request: newId() })
  const id = new URL(String(opened.body['url'])).searchParams.get('session') ?? ''
  expect((await inTest(`POST /api/membership/test/${id}/pay`, { card: 'works' })).status).toBe(200)
  expect((await inTest('GET /api/membership/own')).body).toMatchObject({ provider: 'test', state: 'trialing' })

  const call = await clientOf(app, person)
  expect((await call('GET /api/membership/own')).body).toMatchObject({ provider: 'stripe', canTry: true })
  const { session } = await site.openSession(call, plans.trial)
  stripe.acts.pay(session)
  expect((await call(`GET /api/membership/checkout/${session}`)).body).toMatchObject({ state: 'paid' })
  expect(await site.membershipOf(person)).toMatchObject({ state: 'trialing', provider: 'stripe' })
})

test('a membership that Stripe does not know ends, and one that it cannot answer about stays', async () => {
  const { plans, stripe } = site
  const { person, call, id } = await site.aMember()
  stripe.fail(1000)
  await site.reconcile(person)
  stripe.fail(0)
  expect(await site.membershipOf(person)).toMatchObject({ state: 'active' })
  stripe.acts.deleteSubscription(id)
  await site.reconcile(person)
  expect(await site.membershipOf(person)).toMatchObject({ state: 'expired', dueAt: null })
  await site.openSession(call, plans.monthly)
})

test('a customer, price or coupon that was deleted at Stripe is created again', async () => {
  const { plans, stripe } = site
  const { code } = await site.aCoupon()
  const { person, call, id } = await site.aMember(plans.monthly, { coupon: code })
  stripe.acts.deleteCustomer(stripe.get(id).customer)
  await site.reconcile(person)
  expect(await site.membershipOf(person)).toMatchObject({ state: 'expired' })
  expect((await call('POST /api/membership/portal')).status).toBe(409)
  stripe.acts.archivePrices()
  stripe.acts.deleteCoupons()
  const again = await site.openSession(call, plans.monthly)
  stripe.acts.pay(again.session)
  expect((await call(`GET /api/membership/checkout/${again.session}`)).body).toMatchObject({ state: 'paid' })
  const other = await site.aMember(plans.monthly, { coupon: code })
  expect(await site.paymentsOf(other.person)).toMatchObject([{ amount: 400, discount: 100 }])
})

test.each([
  [{ duration: 'months' as const, months: 2 }, [560, 560, 700]],
  [{ duration: 'once' as const }, [560, 700, 700]],
])('a coupon with %o takes it off payments, not off the months of a trial', async (terms, amounts) => {
  const { clock, db, stripe } = site
  const plan = { id: newId(), name: 'Long trial', period: 'month' as const, price: 700, currency: 'usd', trialDays: 60 }
  await db
    .insertInto('plan')
    .values({ ...plan, createdAt: clock.now() })
    .execute()
  const { code } = await site.aCoupon(null, terms)
  const { id, person, call } = await site.aMember(plan.id, { coupon: code })
  for (const _ of amounts) stripe.acts.renew(id, true)
  await site.reconcile(person)
  expect((await site.paymentsOf(person)).map(({ amount }) => amount)).toEqual(amounts)
  // A second membership has no trial.
  stripe.acts.end(id)
  await site.reconcile(person)
  const again = await site.aCoupon(null, terms)
  const second = stripe.acts.pay((await site.openSession(call, plan.id, { coupon: again.code })).session)
  for (const _ of amounts.slice(1)) stripe.acts.renew(second, true)
  expect(stripe.invoicesOf(second).map(({ amount }) => amount)).toEqual(amounts)
})

test('a plan with a price that Stripe does not take is refused with a reason, for members and as a gift', async () => {
  const { clock, db, plans } = site
  const { call } = await site.aCustomer()
  const unpayable = [
    { id: newId(), price: 20, currency: 'usd' },
    { id: newId(), price: 900, currency: 'xts' },
  ]
  const shared = { name: 'Odd', period: 'month' as const, createdAt: clock.now() }
  await db
    .insertInto('plan')
    .values(unpayable.map((plan) => ({ ...plan, ...shared })))
    .execute()
  const refusal = { code: 'not-allowed', message: 'This plan can’t be paid at the moment. Choose another plan.' }
  for (const { id: plan } of unpayable) {
    const refused = await call('POST /api/membership/checkout', { plan, request: newId() })
    expect([refused.status, refused.body.error]).toEqual([403, expect.objectContaining(refusal)])
  }
  const gift = { plan: unpayable[0]?.id, request: newId() }
  expect((await call('POST /api/membership/gifts/checkout', gift)).body.error).toMatchObject(refusal)
  await site.openSession(call, plans.monthly)
})

test('a checkout is opened again after its answer was lost and the email address or the plan has changed', async () => {
  const { db, plans, stripe } = site
  const { call, person } = await site.aCustomer()
  const order = { plan: plans.monthly, request: newId() }
  await db.updateTable('billingProfile').set({ customerId: null }).where('personId', '=', person.id).execute()
  await db
    .updateTable('account')
    .set({ email: `${newId().toLowerCase()}@example.com` })
    .where('uid', '=', person.uid)
    .execute()
  // The client repeats it once.
  stripe.dropReplies('/v1/checkout/sessions', 2)
  expect((await call('POST /api/membership/checkout', order)).status).toBe(503)
  await db.updateTable('plan').set({ name: 'Renamed', price: 600 }).where('id', '=', plans.monthly).execute()
  expect((await call('POST /api/membership/checkout', order)).status).toBe(200)
})
