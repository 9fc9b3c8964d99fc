import { beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/constants.ts'
import { aClock } from '#test/clock.ts'
import { as } from '#test/conversation.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aPerson } from '#test/people.ts'
import { aStripeSite } from '#test/stripe-site.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { findCoupon, getDiscount, redeemCoupon } from './coupons.ts'
import { createCoupon, endCoupon, listCoupons } from './manage-coupons.ts'
import { createPlan } from './manage-plans.ts'
import { getCheckoutResult } from './own-membership.ts'
import type { PaymentProvider } from './providers/provider.ts'
import { createTestProvider } from './providers/test-provider.ts'
import { startMembershipCheckout } from './start-checkout.ts'
import { payTestSession } from './test-checkout.ts'

let db: Db
let admin: TestPerson
let payments: PaymentProvider
const clock = aClock()
beforeAll(async () => {
  db = (await aDatabase()).db
  admin = await aPerson(db, 'admin')
  payments = createTestProvider(asNow(admin))
})

const asNow = (person: TestPerson) => as(db, person, { now: clock.now })

const planFields = { name: 'Reader', description: '', price: 1000, trialDays: 0, benefits: [], seats: 1 }
const aPlan = ({ currency = 'eur' } = {}) =>
  createPlan(as(db, admin), { ...planFields, period: 'month', currency, request: newId() })

const noTerms = { percentOff: null, amountOff: null, currency: null, months: null, plan: null, maxRedemptions: null }
const aCoupon = (fields: object = {}) =>
  createCoupon(as(db, admin), {
    ...noTerms,
    code: `C-${newId().toUpperCase()}`,
    duration: 'once',
    percentOff: 20,
    expiresAt: null,
    ...fields,
  })

describe('a coupon', () => {
  test('takes a percentage or an amount off, never below zero', async () => {
    const plan = await aPlan()
    const ctx = as(db, await aPerson(db))
    const percent = await aCoupon({ percentOff: 15 })
    expect(await getDiscount(ctx, { code: percent.code.toLowerCase(), plan: plan.id })).toMatchObject({ price: 850 })
    const amount = await aCoupon({ percentOff: null, amountOff: 5000, currency: 'eur' })
    expect(await getDiscount(ctx, { code: amount.code, plan: plan.id })).toMatchObject({ price: 0 })
  })

  test('is refused with the reason', async () => {
    const [plan, other] = [await aPlan(), await aPlan({ currency: 'usd' })]
    const ctx = as(db, await aPerson(db))
    const reasonOf = (code: string) =>
      findCoupon(ctx, { code, plan }).then(
        () => 'accepted',
        (error: Error) => error.message,
      )
    expect(await reasonOf('NOTHING')).toMatch('not valid')
    expect(await reasonOf((await aCoupon({ plan: other.id })).code)).toMatch('another plan')
    const dollars = await aCoupon({ percentOff: null, amountOff: 100, currency: 'usd' })
    expect(await reasonOf(dollars.code)).toMatch('another currency')
    const ended = await aCoupon()
    expect(await reasonOf(ended.code)).toBe('accepted')
    expect(await endCoupon(as(db, admin), ended.id)).toMatchObject({ active: false })
    expect(await reasonOf(ended.code)).toMatch('expired')
    const short = await aCoupon({ expiresAt: new Date(Date.now() + DAY_MS).toISOString() })
    const later = as(db, ctx.viewer, { now: () => new Date(Date.now() + 2 * DAY_MS) })
    await expect(findCoupon(later, { code: short.code, plan })).rejects.toMatchObject({ code: 'code-not-valid' })
    for (const wrong of [{ amountOff: 5 }, { currency: 'eur' }, { duration: 'months' }, { percentOff: null }])
      await expect(async () => aCoupon(wrong)).rejects.toMatchObject({ code: 'invalid' })
    await expect(aCoupon({ code: short.code })).rejects.toMatchObject({ code: 'invalid' })
  })

  test('counts once for each person, and never more often than its limit', async () => {
    const plan = await aPlan()
    const coupon = await aCoupon({ maxRedemptions: 1 })
    const [one, two] = [await aPerson(db), await aPerson(db)]
    const redeem = (person: TestPerson) =>
      inTransaction(as(db, person), (tx) => redeemCoupon(tx, { couponId: coupon.id, personId: person.id }))
    await Promise.all([redeem(one), redeem(two), redeem(one)])
    const listed = await listCoupons(as(db, admin), { q: coupon.code, limit: 10 })
    expect(listed.items).toMatchObject([{ redemptions: 1, active: false }])
    const third = findCoupon(as(db, await aPerson(db)), { code: coupon.code, plan })
    await expect(third).rejects.toMatchObject({ code: 'code-not-valid' })
    await expect(findCoupon(as(db, one), { code: coupon.code, plan })).rejects.toMatchObject({ code: 'code-not-valid' })
  })

  test('of an amount that the payment provider refuses or rounds is refused', async () => {
    for (const terms of [
      { amountOff: 1050, currency: 'isk' },
      { amountOff: 1005, currency: 'kwd' },
    ])
      await expect(async () => aCoupon({ percentOff: null, ...terms })).rejects.toMatchObject({ code: 'invalid' })
  })
})

describe('a checkout with a coupon', () => {
  type Asked = { plan: string; coupon: string; request?: string }
  const start = (person: TestPerson, { request = newId(), ...asked }: Asked) =>
    startMembershipCheckout(asNow(person), payments, { ...asked, request })
  const sessionOf = (url: string) => new URL(url).searchParams.get('session') ?? ''
  const pay = (person: TestPerson, url: string) => payTestSession(asNow(person), payments, sessionOf(url), 'works')
  const refused = { code: 'code-not-valid' }

  async function aLimited(maxRedemptions: number) {
    const { id: plan } = await aPlan()
    const { id, code: coupon } = await aCoupon({ maxRedemptions })
    return { id, asked: { plan, coupon } }
  }

  async function redemptionsOf(id: string) {
    const row = await db.selectFrom('coupon').select('redemptions').where('id', '=', id).executeTakeFirstOrThrow()
    return row.redemptions
  }

  test('reserves one of its uses: of two people at once, one pays less', async () => {
    const { id, asked } = await aLimited(1)
    const people = [await aPerson(db), await aPerson(db)]
    const results = await Promise.allSettled(people.map((person) => start(person, asked)))
    expect(results.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: refused }])
    const [one, other] = results[0]?.status === 'fulfilled' ? people : people.toReversed()
    const opened = results.find((result) => result.status === 'fulfilled')
    if (!one || !other || !opened) throw new Error('no checkout')
    await expect(getDiscount(asNow(other), { code: asked.coupon, plan: asked.plan })).rejects.toMatchObject(refused)
    await pay(one, opened.value.url)
    expect(await redemptionsOf(id)).toBe(1)
    await expect(start(other, asked)).rejects.toMatchObject(refused)
  })

  test('never lets more people pay less than the coupon has uses, however many start at once and repeat it', async () => {
    const { id, asked } = await aLimited(3)
    const people = await Promise.all(Array.from({ length: 12 }, () => aPerson(db)))
    const results = await Promise.allSettled(
      [...people, ...people].map(async (person) => ({ person, ...(await start(person, asked)) })),
    )
    const opened = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    expect(new Set(opened.map(({ person }) => person.id)).size).toBe(3)
    const paid = new Map(opened.map(({ person, url }) => [person, url]))
    for (const [person, url] of paid) await pay(person, url)
    expect(await redemptionsOf(id)).toBe(3)
  })

  test('cannot be paid after an hour, and then lets others in', async () => {
    const { id, asked } = await aLimited(1)
    const [one, other] = [await aPerson(db), await aPerson(db)]
    const request = newId()
    const { checkout, url } = await start(one, { ...asked, request })
    expect(await start(one, { ...asked, request })).toEqual({ checkout, url })
    clock.pass(HOUR_MS)
    await expect(pay(one, url)).rejects.toMatchObject({ code: 'not-found' })
    expect(await getCheckoutResult(asNow(one), payments, checkout)).toMatchObject({ state: 'expired' })
    // A page that stayed open repeats its request.
    const again = await start(one, { ...asked, request })
    expect(again.checkout).not.toBe(checkout)
    await expect(start(other, asked)).rejects.toMatchObject(refused)
    clock.pass(HOUR_MS)
    await getCheckoutResult(asNow(one), payments, again.checkout)
    await pay(other, (await start(other, asked)).url)
    expect(await redemptionsOf(id)).toBe(1)
  })

  test('is opened with the plan and the coupon of the first request only', async () => {
    const { asked } = await aLimited(1)
    const { id: other } = await aPlan()
    const person = await aPerson(db)
    const failing = { ...payments, createCheckout: () => Promise.reject(new Error('no answer')) }
    const request = newId()
    // Without a coupon first, and without an answer of the provider.
    const first = startMembershipCheckout(asNow(person), failing, { plan: asked.plan, request })
    await expect(first).rejects.toThrow('no answer')
    const invalid = { code: 'invalid', details: { issues: [{ path: ['body', 'request'] }] } }
    await expect(start(person, { ...asked, request })).rejects.toMatchObject(invalid)
    const { code: coupon } = await aCoupon()
    await expect(start(person, { plan: other, coupon, request })).rejects.toMatchObject(invalid)
    const elsewhere = startMembershipCheckout(asNow(person), payments, { plan: other, request })
    await expect(elsewhere).rejects.toMatchObject(invalid)
    const { url } = await startMembershipCheckout(asNow(person), payments, { plan: asked.plan, request })
    expect(await payments.test?.getSession(sessionOf(url))).toMatchObject({ dueNow: 1000 })
  })

  test('keeps its coupon when the request is repeated after the provider did not answer', async () => {
    const { asked } = await aLimited(1)
    const person = await aPerson(db)
    const failing = { ...payments, createCheckout: () => Promise.reject(new Error('no answer')) }
    const order = { ...asked, request: newId() }
    await expect(startMembershipCheckout(asNow(person), failing, order)).rejects.toThrow('no answer')
    const { url } = await start(person, order)
    expect(await payments.test?.getSession(sessionOf(url))).toMatchObject({ dueNow: 800 })
  })

  test('that the provider never opened holds no use for longer than an hour', async () => {
    const { asked } = await aLimited(1)
    const [one, other] = [await aPerson(db), await aPerson(db)]
    const failing = { ...payments, createCheckout: () => Promise.reject(new Error('no answer')) }
    const opening = startMembershipCheckout(asNow(one), failing, { ...asked, request: newId() })
    await expect(opening).rejects.toThrow('no answer')
    await expect(start(other, asked)).rejects.toMatchObject(refused)
    clock.pass(HOUR_MS)
    await start(other, asked)
  })

  test('expires at Stripe after an hour', async () => {
    const site = await aStripeSite()
    const { code: coupon } = await createCoupon(as(site.db, await aPerson(site.db, 'admin')), {
      ...noTerms,
      code: 'AUTUMN',
      duration: 'once',
      percentOff: 20,
      expiresAt: null,
    })
    const { person } = await site.aCustomer(site.plans.monthly, { coupon })
    const stateOf = async () => {
      await site.reconcile(person)
      const rows = site.db.selectFrom('checkout').select('state').where('personId', '=', person.id)
      return (await rows.executeTakeFirstOrThrow()).state
    }
    expect(await stateOf()).toBe('open')
    site.clock.pass(HOUR_MS)
    expect(await stateOf()).toBe('expired')
  })
})
