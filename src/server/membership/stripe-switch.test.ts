import { beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/constants.ts'
import { newId } from '#server/platform/ids.ts'
import { confirmSwitch, quoteSwitch } from '#test/payments.ts'
import { aStripeSite } from '#test/stripe-site.ts'

let site: Awaited<ReturnType<typeof aStripeSite>>
let supporter: string

beforeAll(async () => {
  site = await aStripeSite()
  supporter = newId()
  const plan = { id: supporter, name: 'Supporter', period: 'month' as const, price: 1500, currency: 'usd' }
  await site.db
    .insertInto('plan')
    .values({ ...plan, createdAt: new Date() })
    .execute()
})

test('half of a month is credited for another monthly plan, whose rest is paid at once', async () => {
  const { clock, stripe } = site
  const { call, id, person } = await site.aMember()
  const { periodEnd } = stripe.get(id)
  clock.pass(15 * DAY_MS)
  const { quote } = await quoteSwitch(call, supporter)
  expect(quote).toMatchObject({ dueNow: 500, price: 1500, nextPaymentAt: new Date(periodEnd * 1000).toISOString() })
  expect((await confirmSwitch(call, supporter)).body).toMatchObject({ price: 1500, nextAmount: 1500 })
  expect(stripe.get(id)).toMatchObject({ periodEnd, pending: 0 })
  expect(stripe.invoicesOf(id).map(({ amount }) => amount)).toEqual([500, 500])
  expect((await site.paymentsOf(person)).map(({ amount }) => amount)).toEqual([500, 500])
})

test('the rest of a year is credited for a month, and pays for the next ones', async () => {
  const { clock, plans, stripe } = site
  const { call, id, person } = await site.aMember(plans.yearly)
  clock.pass(36 * DAY_MS)
  const { quote } = await quoteSwitch(call, plans.monthly)
  // Nine tenths of 50.00, less the first month.
  expect(quote).toMatchObject({ dueNow: -4000, price: 500 })
  expect((await confirmSwitch(call, plans.monthly)).body).toMatchObject({ price: 500, period: 'month', nextAmount: 0 })
  expect(stripe.invoicesOf(id).map(({ amount }) => amount)).toEqual([5000, 0])
  stripe.acts.renew(id, true)
  await site.reconcile(person)
  expect(stripe.invoicesOf(id).at(-1)).toMatchObject({ amount: 0 })
  expect((await site.paymentsOf(person)).map(({ amount }) => amount)).toEqual([5000])
})

test('nothing is paid for a switch in a trial, which goes on', async () => {
  const { plans, stripe } = site
  const { call, id } = await site.aMember(plans.trial)
  const { trialEnd } = stripe.get(id)
  expect((await call(`GET /api/membership/switch?plan=${plans.yearly}`)).body).toMatchObject({ dueNow: 0, price: 5000 })
  expect((await confirmSwitch(call, plans.yearly)).body).toMatchObject({ state: 'trialing', nextAmount: 5000 })
  expect(stripe.get(id)).toMatchObject({ trialEnd, invoices: [] })
})

test('a switch that is declined leaves the plan as it is', async () => {
  const { plans, stripe } = site
  const { call, id, person } = await site.aMember()
  stripe.acts.decline(id)
  const declined = await confirmSwitch(call, plans.yearly)
  expect([declined.status, declined.body.error?.code]).toEqual([402, 'payment-declined'])
  expect(stripe.get(id)).toMatchObject({ status: 'active', price: { unit_amount: 500 } })
  expect(stripe.invoicesOf(id)).toHaveLength(1)
  await site.reconcile(person)
  expect(await site.membershipOf(person)).toMatchObject({ state: 'active', planId: plans.monthly, price: 500 })
  expect(await site.outcomesOf(person)).toEqual(['started'])
})

test('the amount that was confirmed is the amount that Stripe takes, also half an hour later', async () => {
  const { clock, stripe } = site
  const { call, id } = await site.aMember()
  clock.pass(10 * DAY_MS)
  const { quote, order } = await quoteSwitch(call, supporter)
  clock.pass(HOUR_MS / 2)
  const { quote: later } = await quoteSwitch(call, supporter)
  expect(later['dueNow']).not.toBe(quote['dueNow'])
  expect((await call('POST /api/membership/switch', order)).status).toBe(200)
  expect(stripe.invoicesOf(id).at(-1)).toMatchObject({ amount: quote['dueNow'] })
})

test('another amount than the confirmed one is refused, and nothing is switched', async () => {
  const { plans, stripe } = site
  const { call, id } = await site.aMember()
  const { quote, order } = await quoteSwitch(call, plans.yearly)
  stripe.acts.giveCredit(id, 300)
  const refused = await call('POST /api/membership/switch', order)
  expect(refused).toMatchObject({ status: 409, body: { error: { details: { state: 'amount-changed' } } } })
  expect(stripe.get(id).price.unit_amount).toBe(500)
  const { body } = await call(`GET /api/membership/switch?plan=${plans.yearly}`)
  expect(body['dueNow']).toBe(Number(quote['dueNow']) - 300)
})

test.each([true, false])('a switch keeps a coupon unless it is for another plan: %s', async (isLimited) => {
  const { plans, stripe } = site
  const { code } = await site.aCoupon(isLimited ? plans.monthly : null)
  const { call, id, person } = await site.aMember(plans.monthly, { coupon: code })
  // Of the present month, 4.00 were paid.
  const due = (isLimited ? 5000 : 4000) - 400
  expect((await call(`GET /api/membership/switch?plan=${plans.yearly}`)).body).toMatchObject({ dueNow: due })
  const { body } = await confirmSwitch(call, plans.yearly)
  expect(body['discount']).toEqual(isLimited ? null : expect.objectContaining({ code }))
  expect(stripe.invoicesOf(id).at(-1)).toMatchObject({ amount: due })
  expect((await site.membershipOf(person))?.couponId === null).toBe(isLimited)
})
