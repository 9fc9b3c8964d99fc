import { beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/constants.ts'
import { clientOf } from '#test/client.ts'
import { confirmSwitch } from '#test/payments.ts'
import { aPerson } from '#test/people.ts'
import { aStripeSite } from '#test/stripe-site.ts'
import { isMember } from './entitlement.ts'

let site: Awaited<ReturnType<typeof aStripeSite>>

beforeAll(async () => {
  site = await aStripeSite()
})

test('the checkout is opened with the price, customer and trial, and asked for before it counts as paid', async () => {
  const { app, clock, db, plans, stripe } = site
  const { person, call, checkout, session } = await site.aCustomer(plans.trial)
  const opened = stripe.requests.findLast(({ path }) => path === '/v1/checkout/sessions')
  expect(Object.fromEntries(opened?.form ?? [])).toMatchObject({
    'mode': 'subscription',
    'metadata[checkout]': checkout,
    'subscription_data[trial_period_days]': '7',
    'tax_id_collection[enabled]': 'true',
  })
  expect((await call(`GET /api/membership/checkout/${session}`)).body).toMatchObject({ state: 'open' })
  stripe.acts.pay(session)
  expect((await call(`GET /api/membership/checkout/${session}`)).body).toMatchObject({
    state: 'paid',
    provider: 'stripe',
  })
  expect((await call('GET /api/membership/own')).body).toMatchObject({ state: 'trialing', card: 'Visa ending in 4242' })
  expect(await isMember(db, person.id, clock.now())).toBe(true)
  const stranger = await clientOf(app, await aPerson(db))
  expect((await stranger(`GET /api/membership/checkout/${session}`)).status).toBe(404)
  expect((await call('GET /api/membership/checkout/cs_forged')).status).toBe(404)
  expect((await call('GET /api/membership/test/cs_forged')).status).toBe(404)
  expect((await call('POST /api/membership/portal')).body).toEqual({ url: expect.stringContaining('billing.example') })
})

test('webhooks need the right signature and a recent timestamp, and count once', async () => {
  const { app, clock, db, stripe } = site
  const { session, person } = await site.aCustomer()
  stripe.acts.pay(session)
  const event = stripe.events.findLast(({ type }) => type === 'checkout.session.completed')
  if (!event) throw new Error('no event')
  const post = async (init: RequestInit) => {
    const response = await app.get('/api/billing/webhook', init)
    await response.body?.cancel()
    return response.status
  }
  const old = Math.floor((clock.now().getTime() - 6 * MINUTE_MS) / 1000)
  const signed = stripe.sign(event)
  expect(await post(stripe.sign(event, { secret: 'whsec_wrong' }))).toBe(400)
  expect(await post(stripe.sign(event, { at: old }))).toBe(400)
  expect(await post({ ...signed, body: signed.body.replace('evt_', 'evt_x') })).toBe(400)
  expect(await post({ method: 'POST', body: signed.body, headers: { 'content-type': 'application/json' } })).toBe(400)
  expect(await post({ method: 'POST' })).toBe(400)
  expect(await site.membershipOf(person)).toBeUndefined()
  expect([await post(signed), await post(signed)]).toEqual([200, 200])
  await site.handleEvents()
  // The worker of the app may have been faster than this one, and still be at it.
  await expect.poll(() => site.membershipOf(person), { timeout: 10_000 }).toMatchObject({ state: 'active' })
  const saved = await db.selectFrom('billingEvent').selectAll().where('id', '=', event.id).execute()
  expect(saved).toMatchObject([{ type: 'checkout.session.completed', subject: `checkout:${session}` }])
})

test('a wrong key is refused by Stripe', async () => {
  await expect(site.providerOf('sk_wrong').getSubscription('sub_1')).rejects.toThrow('no_key')
})

test('an event is handled again when Stripe was down', async () => {
  const { clock, stripe } = site
  const { session, person } = await site.aCustomer()
  const id = stripe.acts.pay(session)
  stripe.fail(1000)
  const event = stripe.events.findLast(({ object }) => object['id'] === id)
  expect(event && (await site.deliver(event))).toBe(200)
  await site.handleEvents()
  expect(await site.membershipOf(person)).toBeUndefined()
  stripe.fail(0)
  clock.pass(2 * MINUTE_MS)
  await site.handleEvents()
  // The worker of the app may have been faster than this one, and still be at it.
  await expect.poll(() => site.membershipOf(person), { timeout: 10_000 }).toMatchObject({ state: 'active' })
})

test('the second of two paid checkouts is refunded and cancelled', async () => {
  const { plans, stripe } = site
  const { call, person, session } = await site.aCustomer()
  const second = await site.openSession(call, plans.yearly)
  const ids = [session, second.session].map((one) => stripe.acts.pay(one))
  await Promise.all([session, second.session].map((one) => call(`GET /api/membership/checkout/${one}`)))
  await site.reconcile(person)
  const found = ids.map((id) => stripe.get(id))
  expect(found.map(({ status }) => status).toSorted()).toEqual(['active', 'canceled'])
  const cancelled = found.find(({ status }) => status === 'canceled')
  const invoices = stripe.invoicesOf(cancelled?.id ?? '')
  expect(invoices.every(({ refunded, amount }) => refunded === amount)).toBe(true)
  expect(await site.membershipOf(person)).toMatchObject({
    state: 'active',
    subscriptionId: found.find(({ status }) => status === 'active')?.id,
  })
  const results = await Promise.all([session, second.session].map((one) => call(`GET /api/membership/checkout/${one}`)))
  expect(results.map(({ body }) => body['state']).toSorted()).toEqual(['paid', 'refunded'])
  expect(await site.outcomesOf(person)).toEqual(['started', 'duplicate-refunded'])
})

test('the second of two trials is cancelled without a payment', async () => {
  const { plans, stripe } = site
  const { call, person, session } = await site.aCustomer(plans.trial)
  const second = await site.openSession(call, plans.trial)
  for (const one of [session, second.session]) {
    stripe.acts.pay(one)
    await call(`GET /api/membership/checkout/${one}`)
  }
  expect((await call(`GET /api/membership/checkout/${second.session}`)).body).toMatchObject({ state: 'expired' })
  expect(await site.membershipOf(person)).toMatchObject({ state: 'trialing' })
  expect(await site.outcomesOf(person)).toEqual(['trial-started'])
})

test('a switch, a cancellation and a refund are made at Stripe', async () => {
  const { plans, stripe } = site
  const { call, id, person } = await site.aMember()
  expect((await call(`GET /api/membership/switch?plan=${plans.yearly}`)).body).toMatchObject({ dueNow: 4500 })
  expect((await confirmSwitch(call, plans.yearly)).body).toMatchObject({ price: 5000 })
  expect((await call('POST /api/membership/cancel', {})).body).toMatchObject({ state: 'cancelled' })
  expect((await call('POST /api/membership/resume')).body).toMatchObject({ state: 'active' })
  stripe.acts.refundLast(id)
  stripe.acts.end(id)
  await site.reconcile(person)
  expect(await site.membershipOf(person)).toMatchObject({ state: 'expired' })
  expect((await site.paymentsOf(person)).map(({ state }) => state)).toEqual(['paid', 'refunded'])
})

test('a subscription whose first payment fails changes nothing', async () => {
  const { plans, stripe } = site
  const { call, person, checkout, session } = await site.aCustomer(plans.monthly)
  stripe.acts.pay(session, { isDebit: true })
  stripe.acts.confirm(session, { isPaid: false })
  const id = stripe.list().find((one) => one.checkout === checkout)?.id ?? ''
  const deliverLast = async () => {
    const event = stripe.events.findLast(({ object }) => object['id'] === id)
    expect(event && (await site.deliver(event))).toBe(200)
    await site.handleEvents()
  }
  await deliverLast()
  expect((await call(`GET /api/membership/checkout/${checkout}`)).body).toMatchObject({ state: 'open' })
  stripe.acts.end(id, 'incomplete_expired')
  await deliverLast()
  const result = async () => (await call(`GET /api/membership/checkout/${checkout}`)).body
  await expect.poll(result, { timeout: 10_000 }).toMatchObject({ state: 'expired' })
  expect(await site.membershipOf(person)).toBeUndefined()
  expect(await site.outcomesOf(person)).toEqual([])
  expect((await call('GET /api/membership/own')).body).toMatchObject({ state: 'none', canTry: true })
})
