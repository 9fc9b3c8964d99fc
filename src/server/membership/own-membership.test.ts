import { beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, anApp } from '#test/app.ts'
import { type Call, clientOf } from '#test/client.ts'
import { aDatabase } from '#test/database.ts'
import { confirmSwitch } from '#test/payments.ts'
import { aPerson } from '#test/people.ts'
import { aStripeSite } from '#test/stripe-site.ts'
import type { Database } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { getOwnMembership } from './own-membership.ts'
import { createTestProvider } from './providers/test-provider.ts'

let database: Database
let app: TestApp
const plans = { monthly: newId(), yearly: newId(), trial: newId() }

beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database)
  const shared = { currency: 'usd', createdAt: new Date() }
  await database.db
    .insertInto('plan')
    .values([
      { id: plans.monthly, name: 'Monthly', period: 'month', price: 500, ...shared },
      { id: plans.yearly, name: 'Yearly', period: 'year', price: 5000, ...shared },
      { id: plans.trial, name: 'With trial', period: 'month', price: 700, trialDays: 7, ...shared },
    ])
    .execute()
})

async function aCoupon(db: Database['db'], terms: { duration: 'once' | 'forever' | 'months'; months?: number }) {
  const code = newId().toUpperCase()
  const coupon = { id: newId(), code, percentOff: 20, createdAt: new Date(), ...terms }
  await db.insertInto('coupon').values(coupon).execute()
  return code
}

async function join(plan: string, given: { coupon?: string } = {}) {
  const person = await aPerson(database.db)
  const call = await clientOf(app, person)
  const { body } = await call('POST /api/membership/checkout', { plan, request: newId(), ...given })
  const session = new URL(String(body['url'])).searchParams.get('session')
  expect((await call(`POST /api/membership/test/${session}/pay`, { card: 'works' })).status).toBe(200)
  return { person, call, checkout: String(body['checkout']) }
}

const nextOf = async (call: Call) => (await call('GET /api/membership/own')).body['nextAmount']

describe('the next payment', () => {
  test('is the price, less a coupon for as long as it applies', async () => {
    const { db } = database
    const { call } = await join(plans.monthly)
    expect(await nextOf(call)).toBe(500)
    expect((await call('POST /api/membership/cancel', {})).body).toMatchObject({ state: 'cancelled', nextAmount: null })
    const forever = await aCoupon(db, { duration: 'forever' })
    expect(await nextOf((await join(plans.monthly, { coupon: forever })).call)).toBe(400)
    const once = await aCoupon(db, { duration: 'once' })
    expect(await nextOf((await join(plans.monthly, { coupon: once })).call)).toBe(500)
    const months = await aCoupon(db, { duration: 'months', months: 2 })
    expect(await nextOf((await join(plans.monthly, { coupon: months })).call)).toBe(400)
  })

  test('uses the credit of a switch to a cheaper plan', async () => {
    const { call } = await join(plans.yearly)
    await confirmSwitch(call, plans.monthly)
    expect(await nextOf(call)).toBe(0)
  })

  test('is what Stripe says when a coupon or credit changes the price', async () => {
    const site = await aStripeSite()
    const { person, call, id } = await site.aMember()
    expect(await nextOf(call)).toBe(500)
    site.stripe.acts.giveCredit(id, 180)
    await site.reconcile(person)
    expect(await nextOf(call)).toBe(320)
    const coupon = await aCoupon(site.db, { duration: 'forever' })
    expect(await nextOf((await site.aMember(site.plans.trial, { coupon })).call)).toBe(560)
  })
})

test('a membership of the test checkout has ended on a site with real payments', async () => {
  const { person, call } = await join(plans.monthly)
  expect((await call('GET /api/membership/own')).body).toMatchObject({ state: 'active', plan: { id: plans.monthly } })
  const own = await getOwnMembership({ ...app.ctx, viewer: person }, { ...createTestProvider(app.ctx), name: 'stripe' })
  expect(own).toMatchObject({ provider: 'stripe', state: 'expired', plan: null, price: null, canTry: true })
})

test('a plan that was archived after the page was loaded is no longer on sale', async () => {
  const { db } = database
  const archived = { id: newId(), name: 'Old', period: 'month', price: 500, currency: 'usd' } as const
  await db
    .insertInto('plan')
    .values({ ...archived, createdAt: new Date(), archivedAt: new Date() })
    .execute()
  const { call } = await join(plans.monthly)
  const visitor = await clientOf(app, await aPerson(db))
  const message = 'This plan is no longer on sale. Reload the page to see the plans.'
  const code = await aCoupon(db, { duration: 'once' })
  const bought = { plan: archived.id, request: newId() }
  for (const answer of [
    await visitor('POST /api/membership/checkout', bought),
    await visitor('POST /api/membership/gifts/checkout', bought),
    await visitor(`GET /api/membership/discount?plan=${archived.id}&code=${code}`),
    await call(`GET /api/membership/switch?plan=${archived.id}`),
  ])
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'not-found', message } } })
})

test('the result of a checkout says what became of the membership or the gift since', async () => {
  const { db } = database
  const { person, call, checkout } = await join(plans.monthly)
  const resultOf = async (id: string) => (await call(`GET /api/membership/checkout/${id}`)).body
  expect(await resultOf(checkout)).toMatchObject({ state: 'paid', member: true, gift: null })
  const given = await call('POST /api/membership/gifts/checkout', { plan: plans.monthly, request: newId() })
  const session = new URL(String(given.body['url'])).searchParams.get('session')
  await call(`POST /api/membership/test/${session}/pay`, { card: 'works' })
  const gift = String(given.body['checkout'])
  expect(await resultOf(gift)).toMatchObject({ state: 'paid', gift: { state: 'ready' } })

  await db.updateTable('giftCode').set({ state: 'ended' }).where('checkoutId', '=', gift).execute()
  await db.deleteFrom('entitlement').where('personId', '=', person.id).execute()
  expect(await resultOf(gift)).toMatchObject({ state: 'paid', gift: { state: 'ended' } })
  expect(await resultOf(checkout)).toMatchObject({ state: 'paid', member: false })
})

test('the page has the prices of all periods before any script runs', async () => {
  const html = await (await app.get('/membership')).text()
  for (const price of ['$5', '$50', '$7']) expect(html).toContain(`>${price}<`)
})

test('the offer names the share of creators', async () => {
  const call = await clientOf(app, await aPerson(database.db))
  expect((await call('GET /api/membership')).body).toMatchObject({ creatorShare: 50 })
})

test('the checkout of a trial stays one that nothing was paid in', async () => {
  const { call, checkout } = await join(plans.trial)
  const resultOf = async () => (await call(`GET /api/membership/checkout/${checkout}`)).body
  const { trialEnd } = await resultOf()
  expect(trialEnd).toEqual(expect.any(String))
  await call('POST /api/membership/cancel', {})
  expect(await resultOf()).toMatchObject({ state: 'paid', trialEnd })
  const paid = await join(plans.monthly)
  expect((await paid.call(`GET /api/membership/checkout/${paid.checkout}`)).body).toMatchObject({ trialEnd: null })
})
