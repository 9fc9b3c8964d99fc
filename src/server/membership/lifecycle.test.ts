import { beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import { type TestApp, anApp } from '#test/app.ts'
import { type Call, clientOf } from '#test/client.ts'
import { aClock } from '#test/clock.ts'
import { aDatabase } from '#test/database.ts'
import { confirmSwitch, quoteSwitch } from '#test/payments.ts'
import { type TestPerson, aPerson } from '#test/people.ts'
import type { Database } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { isMember } from './entitlement.ts'
import { openPaymentProvider } from './providers/open.ts'
import type { PaymentProvider } from './providers/provider.ts'
import { notifyEndingTrials, reconcileCheckout, reconcileMembership } from './reconcile.ts'

let database: Database
let app: TestApp
let payments: PaymentProvider
const clock = aClock()
const plans = { monthly: newId(), yearly: newId(), trial: newId(), short: newId() }

beforeAll(async () => {
  database = await aDatabase()
  app = await anApp(database, {}, clock.now)
  payments = openPaymentProvider({ kind: 'test' }, app.ctx)
  const shared = { currency: 'usd', createdAt: new Date() }
  await database.db
    .insertInto('plan')
    .values([
      { id: plans.monthly, name: 'Monthly', period: 'month', price: 500, ...shared },
      { id: plans.yearly, name: 'Yearly', period: 'year', price: 5000, ...shared },
      { id: plans.trial, name: 'With trial', period: 'month', price: 700, trialDays: 7, ...shared },
      { id: plans.short, name: 'With a short trial', period: 'month', price: 700, trialDays: 3, ...shared },
    ])
    .execute()
})

/** Everything that is due, as the worker does it. */
async function reconcile() {
  const fail = (error: unknown) => {
    throw error
  }
  while (await reconcileCheckout(app.ctx, payments, fail));
  while (await reconcileMembership(app.ctx, payments, fail));
  await notifyEndingTrials(app.ctx)
}

async function pass(days: number) {
  clock.pass(days * DAY_MS)
  await reconcile()
}

function sessionOf(url: unknown) {
  return new URL(String(url)).searchParams.get('session') ?? ''
}

async function openSession(call: Call, plan: string) {
  const { status, body } = await call('POST /api/membership/checkout', { plan, request: newId() })
  expect([status, body]).toEqual([200, expect.objectContaining({ checkout: expect.any(String) })])
  return { id: String(body['checkout']), session: sessionOf(body['url']) }
}

async function join(plan: string, card = 'works') {
  const person = await aPerson(database.db)
  const call = callerOf(person)
  const { id, session } = await openSession(call, plan)
  expect((await call(`POST /api/membership/test/${session}/pay`, { card })).status).toBe(200)
  return { person, call, checkout: id, session }
}

/** Signs in for each call, because sessions expire while the clock moves. */
function callerOf(person: TestPerson): Call {
  return async (key, body) => (await clientOf(app, person))(key, body)
}

async function stateOf(call: Call) {
  return (await call('GET /api/membership/own')).body
}

function changesOf({ id }: TestPerson) {
  return database.db
    .selectFrom('membershipChange')
    .innerJoin('membership', 'membership.id', 'membershipId')
    .select(['event', 'fromState', 'toState'])
    .where('personId', '=', id)
    .orderBy('membershipChange.id')
    .execute()
    .then((rows) => rows.map(({ event, fromState, toState }) => `${fromState} ${event} ${toState}`))
}

function outcomesOf({ id }: TestPerson) {
  return database.db
    .selectFrom('notificationEvent')
    .select('detail')
    .where('personId', '=', id)
    .where('kind', '=', 'membership')
    .orderBy('at')
    .execute()
    .then((rows) => rows.map(({ detail }) => detail.outcome))
}

function paymentsOf({ id }: TestPerson) {
  return database.db.selectFrom('payment').selectAll().where('personId', '=', id).orderBy('createdAt').execute()
}

test('a person joins, is declined once, and pays', async () => {
  const person = await aPerson(database.db)
  const call = callerOf(person)
  const { id, session } = await openSession(call, plans.monthly)
  const opened = await call(`GET /api/membership/test/${session}`)
  expect(opened.body).toMatchObject({ dueNow: 500, state: 'open' })
  // Without paying, back to the chosen plan.
  expect(opened.body['cancelUrl']).toMatch(new RegExp(`/membership\\?plan=${plans.monthly}$`))
  const declined = await call(`POST /api/membership/test/${session}/pay`, { card: 'declined' })
  expect([declined.status, declined.body.error?.code]).toEqual([402, 'payment-declined'])
  expect((await call(`GET /api/membership/checkout/${id}`)).body).toMatchObject({ state: 'open' })
  expect(await isMember(database.db, person.id, clock.now())).toBe(false)

  await call(`POST /api/membership/test/${session}/pay`, { card: 'works' })
  expect((await call(`GET /api/membership/checkout/${id}`)).body).toMatchObject({ state: 'paid', kind: 'membership' })
  expect((await call(`GET /api/membership/checkout/${session}`)).body).toMatchObject({ state: 'paid' })
  expect(await stateOf(call)).toMatchObject({ state: 'active', member: true, source: 'membership', price: 500 })
  expect(await isMember(database.db, person.id, clock.now())).toBe(true)
  expect(await paymentsOf(person)).toMatchObject([{ amount: 500, state: 'paid' }])
  const again = await call('POST /api/membership/checkout', { plan: plans.yearly, request: newId() })
  expect(again.body.error?.code).toBe('already-member')
})

test('a foreign or forged checkout does not exist', async () => {
  const { checkout, session } = await join(plans.monthly)
  const stranger = callerOf(await aPerson(database.db))
  for (const id of [checkout, session, 'test_cs_forged', 'x'.repeat(20)])
    expect([id, (await stranger(`GET /api/membership/checkout/${id}`)).status]).toEqual([id, 404])
  expect((await stranger(`GET /api/membership/test/${session}`)).status).toBe(404)
  expect((await stranger(`POST /api/membership/test/${session}/pay`, { card: 'works' })).status).toBe(404)
})

test('the same request opens the same checkout', async () => {
  const call = callerOf(await aPerson(database.db))
  const body = { plan: plans.monthly, request: newId() }
  const replies = await Promise.all([1, 2, 3].map(() => call('POST /api/membership/checkout', body)))
  expect(new Set(replies.map((reply) => reply.body['checkout'])).size).toBe(1)
  expect(new Set(replies.map((reply) => reply.body['url'])).size).toBe(1)
})

test('a membership renews, fails, stays through the grace period, and recovers', async () => {
  const { person, call } = await join(plans.monthly, 'fails-later')
  await pass(32)
  expect(await stateOf(call)).toMatchObject({ state: 'past-due', member: true, graceUntil: expect.any(String) })
  await pass(3)
  expect(await stateOf(call)).toMatchObject({ state: 'past-due', member: true })
  expect((await call('POST /api/membership/test/card', { card: 'works' })).body).toMatchObject({
    state: 'active',
    graceUntil: null,
  })
  await pass(31)
  expect(await stateOf(call)).toMatchObject({ state: 'active' })
  expect(await changesOf(person)).toEqual([
    'none pay active',
    'active payment-failed past-due',
    'past-due pay active',
    'active pay active',
  ])
  expect(await outcomesOf(person)).toEqual(['started', 'payment-failed', 'recovered'])
  expect((await paymentsOf(person)).map(({ state }) => state)).toEqual(['paid', 'paid', 'paid'])
})

test('a payment that stays open ends the membership after the grace period', async () => {
  const { person, call } = await join(plans.monthly, 'fails-later')
  await pass(32)
  await pass(8)
  expect(await stateOf(call)).toMatchObject({ state: 'expired', member: false, plan: null })
  expect(await isMember(database.db, person.id, clock.now())).toBe(false)
  expect(await changesOf(person)).toContain('past-due end expired')
  expect(await outcomesOf(person)).toEqual(['started', 'payment-failed', 'ended'])
  expect((await paymentsOf(person)).map(({ state }) => state)).toEqual(['paid', 'failed'])
})

test('a cancelled membership lasts until its period ends, can be resumed, and ends', async () => {
  const { person, call } = await join(plans.monthly)
  const answer = { reason: 'too-expensive', comment: 'Sorry' }
  const both = await Promise.all([1, 2].map(() => call('POST /api/membership/cancel', answer)))
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(await stateOf(call)).toMatchObject({ state: 'cancelled', member: true })
  expect((await call('POST /api/membership/resume')).body).toMatchObject({ state: 'active' })
  await call('POST /api/membership/cancel', {})
  await pass(32)
  expect(await stateOf(call)).toMatchObject({ state: 'expired', member: false, canTry: false })
  expect(await changesOf(person)).toEqual([
    'none pay active',
    'active cancel cancelled',
    'cancelled resume active',
    'active cancel cancelled',
    'cancelled end expired',
  ])
  const answers = await database.db
    .selectFrom('exitAnswer')
    .innerJoin('membership', 'membership.id', 'membershipId')
    .select(['reason', 'comment'])
    .where('personId', '=', person.id)
    .execute()
  expect(answers).toEqual([answer])
  expect((await call('POST /api/membership/resume')).body.error?.code).toBe('not-a-member')
  // Joining again reuses the row, without another trial.
  const { session } = await openSession(call, plans.trial)
  expect((await call(`GET /api/membership/test/${session}`)).body).toMatchObject({ trialDays: 0, dueNow: 700 })
})

test('a trial is announced before it ends, and is then paid', async () => {
  const { person, call } = await join(plans.trial)
  expect(await stateOf(call)).toMatchObject({ state: 'trialing', member: true, trialEnd: expect.any(String) })
  expect(await paymentsOf(person)).toEqual([])
  await pass(5)
  await pass(1)
  expect(await outcomesOf(person)).toEqual(['trial-started', 'trial-ending'])
  await pass(2)
  expect(await stateOf(call)).toMatchObject({ state: 'active' })
  expect(await paymentsOf(person)).toMatchObject([{ amount: 700, state: 'paid' }])
})

test('the end of a trial of three days is not announced at once', async () => {
  const { person } = await join(plans.short)
  await reconcile()
  await pass(2)
  expect(await outcomesOf(person)).toEqual(['trial-started'])
})

test('a switch is previewed and paid, with the unused time credited', async () => {
  const { person, call } = await join(plans.monthly)
  const { quote: preview, order } = await quoteSwitch(call, plans.yearly)
  expect(preview).toMatchObject({ currency: 'usd', price: 5000 })
  expect(preview['dueNow']).toBeLessThanOrEqual(4501)
  expect((await call('POST /api/membership/switch', order)).body).toMatchObject({
    plan: { id: plans.yearly },
    price: 5000,
    period: 'year',
  })
  expect(await changesOf(person)).toEqual(['none pay active', 'active switch active'])
  expect((await paymentsOf(person)).map(({ amount }) => amount)).toEqual([500, preview['dueNow']])
  expect((await call('POST /api/membership/switch', order)).status).toBe(200)
  expect(await paymentsOf(person)).toHaveLength(2)
})

test('the amount that was confirmed is paid, and another one is confirmed again', async () => {
  const { person, call } = await join(plans.yearly)
  clock.pass(10 * DAY_MS)
  const { quote, order } = await quoteSwitch(call, plans.monthly)
  // Meanwhile, less time of the year is left.
  clock.pass(59 * MINUTE_MS)
  const changed = { status: 409, body: { error: { code: 'wrong-state', details: { state: 'amount-changed' } } } }
  expect(await call('POST /api/membership/switch', { ...order, dueNow: 0 })).toMatchObject(changed)
  expect(await call('POST /api/membership/switch', { ...order, price: 400 })).toMatchObject(changed)
  const tomorrow = new Date(clock.now().getTime() + DAY_MS).toISOString()
  expect(await call('POST /api/membership/switch', { ...order, at: tomorrow })).toMatchObject(changed)
  expect((await call('POST /api/membership/switch', order)).body).toMatchObject({ price: 500, nextAmount: 0 })
  const credited = database.db.selectFrom('testSubscription').select('credit')
  const credits = await credited.where('customerId', '=', `test_cus_${person.id}`).execute()
  expect(credits).toEqual([{ credit: -Number(quote['dueNow']) }])

  const { order: old } = await quoteSwitch(call, plans.yearly)
  clock.pass(HOUR_MS)
  expect(await call('POST /api/membership/switch', old)).toMatchObject(changed)
  expect((await confirmSwitch(call, plans.yearly)).body).toMatchObject({ price: 5000 })
})

test('an amount that was quoted before the period ended is confirmed again', async () => {
  const { call } = await join(plans.monthly)
  const periodEnd = Date.parse(String((await stateOf(call))['periodEnd']))
  clock.pass(periodEnd - MINUTE_MS - clock.now().getTime())
  const { order } = await quoteSwitch(call, plans.yearly)
  clock.pass(2 * MINUTE_MS)
  const late = await call('POST /api/membership/switch', order)
  expect(late.body.error).toMatchObject({ code: 'wrong-state', details: { state: 'amount-changed' } })
})

test('a coupon for one plan is lost with a switch to another, and what it took off is not credited', async () => {
  const coupon = { id: newId(), code: 'MONTHLY-ONLY', percentOff: 100, planId: plans.monthly }
  await database.db
    .insertInto('coupon')
    .values({ ...coupon, duration: 'forever', createdAt: clock.now() })
    .execute()
  const person = await aPerson(database.db)
  const call = callerOf(person)
  const order = { plan: plans.monthly, coupon: coupon.code, request: newId() }
  const session = sessionOf((await call('POST /api/membership/checkout', order)).body['url'])
  await call(`POST /api/membership/test/${session}/pay`, { card: 'works' })
  expect(await stateOf(call)).toMatchObject({ state: 'active', discount: { code: coupon.code }, nextAmount: 0 })
  expect((await call(`GET /api/membership/switch?plan=${plans.yearly}`)).body).toMatchObject({ dueNow: 5000 })
  const { body } = await confirmSwitch(call, plans.yearly)
  expect(body).toMatchObject({ discount: null, nextAmount: 5000 })
  expect((await paymentsOf(person)).map(({ amount }) => amount)).toEqual([5000])
})

test('of two checkouts that one person pays at once, the second is refunded', async () => {
  const person = await aPerson(database.db)
  const call = callerOf(person)
  const first = await openSession(call, plans.monthly)
  const second = await openSession(call, plans.yearly)
  const paid = await Promise.all(
    [first, second].map(({ session }) => call(`POST /api/membership/test/${session}/pay`, { card: 'works' })),
  )
  expect(paid.map(({ status }) => status)).toEqual([200, 200])
  await reconcile()
  const subscriptions = await database.db
    .selectFrom('testSubscription')
    .select(['id', 'status'])
    .where('customerId', '=', `test_cus_${person.id}`)
    .execute()
  expect(subscriptions.map(({ status }) => status).toSorted()).toEqual(['active', 'canceled'])
  const memberships = await database.db.selectFrom('membership').selectAll().where('personId', '=', person.id).execute()
  expect(memberships).toMatchObject([
    { state: 'active', subscriptionId: subscriptions.find(({ status }) => status === 'active')?.id },
  ])
  const states = (await paymentsOf(person)).map(({ state }) => state)
  expect(states.toSorted()).toEqual(['paid', 'refunded'])
})

test('receipt numbers have no gaps, and prices include tax', async () => {
  await database.db
    .insertInto('setting')
    .values({
      key: 'membership.seller',
      value: JSON.stringify({
        name: 'Bramble',
        address: '',
        country: 'DE',
        taxId: '',
        email: '',
        taxName: 'VAT',
        taxPercent: 19,
      }),
    })
    .execute()
  const joined = await Promise.all([1, 2, 3].map(() => join(plans.monthly)))
  const numbers = await database.db
    .selectFrom('payment')
    .select('number')
    .where('number', 'is not', null)
    .orderBy('number')
    .execute()
  expect(numbers.map(({ number }) => Number(number))).toEqual(numbers.map((_, index) => index + 1))
  for (const { person } of joined)
    expect(await paymentsOf(person)).toMatchObject([{ tax: 80, seller: { name: 'Bramble' } }])
})

test('an open checkout expires', async () => {
  const call = callerOf(await aPerson(database.db))
  const { id, session } = await openSession(call, plans.monthly)
  await pass(2)
  expect((await call(`GET /api/membership/checkout/${id}`)).body).toMatchObject({ state: 'expired' })
  expect((await call(`POST /api/membership/test/${session}/pay`, { card: 'works' })).status).toBe(404)
})

test('the period of a test membership can be ended by hand', async () => {
  const { call } = await join(plans.monthly, 'fails-later')
  expect((await call('POST /api/membership/test/renew')).body).toMatchObject({ state: 'past-due' })
})

test('an account that is deleted is cancelled at the provider, and its payments are kept', async () => {
  const { person } = await join(plans.monthly)
  const admin = callerOf(await aPerson(database.db, 'admin'))
  const preview = await admin(`GET /api/admin/people/${person.id}/erasure`)
  expect(preview.body['kept']).toContainEqual({ what: 'Payments', count: 1 })
  expect((await admin(`POST /api/admin/people/${person.id}/erasure`, { handle: person.handle })).status).toBe(200)
  await reconcile()
  // The worker of the app wakes up at once and may be faster than this one.
  const statuses = () =>
    database.db
      .selectFrom('membership')
      .innerJoin('testSubscription', 'testSubscription.id', 'subscriptionId')
      .select(['state', 'status'])
      .where('personId', '=', person.id)
      .execute()
  await expect.poll(statuses).toEqual([{ state: 'expired', status: 'canceled' }])
  expect(await paymentsOf(person)).toEqual([])
  expect(await isMember(database.db, person.id, clock.now())).toBe(false)
})
