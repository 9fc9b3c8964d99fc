import { beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#contract/constants.ts'
import { clientOf } from '#test/client.ts'
import { aPerson } from '#test/people.ts'
import { aStripeSite } from '#test/stripe-site.ts'
import { isMember } from './entitlement.ts'

let site: Awaited<ReturnType<typeof aStripeSite>>

beforeAll(async () => {
  site = await aStripeSite()
})

test('a refund is recorded after declined attempts, however many followed, and is kept', async () => {
  const { stripe } = site
  const { person, id } = await site.aMember()
  stripe.acts.renew(id, false)
  stripe.acts.recover(id)
  stripe.acts.refundLast(id)
  await site.reconcile(person)
  expect(await site.paymentsOf(person)).toMatchObject([
    { state: 'paid', refunded: 0 },
    { state: 'refunded', refunded: 500 },
  ])
  stripe.acts.attempt(id, 120)
  stripe.acts.refundLast(id)
  await site.reconcile(person)
  stripe.acts.failRefund(id)
  await site.reconcile(person)
  expect((await site.paymentsOf(person)).map(({ state }) => state)).toEqual(['paid', 'refunded'])
})

test('each part of a refund is recorded with its time', async () => {
  const { clock, db, stripe } = site
  const { person, id } = await site.aMember()
  const from = clock.now().getTime()
  for (const amount of [200, 100]) {
    stripe.acts.refundLast(id, amount)
    await site.reconcile(person)
    clock.pass(40 * DAY_MS)
  }
  const [payment] = await site.paymentsOf(person)
  expect(payment).toMatchObject({ state: 'paid', refunded: 300 })
  const parts = db
    .selectFrom('paymentRefund')
    .selectAll()
    .where('paymentId', '=', payment?.id ?? '')
  const rows = await parts.orderBy('id').execute()
  expect(rows.map(({ amount, at }) => [amount, Math.floor((at.getTime() - from) / DAY_MS)])).toEqual([
    [200, 0],
    [100, 40],
  ])
})

test('an admin refunds the attempt that succeeded', async () => {
  const { app, db, stripe } = site
  const { person, id } = await site.aMember()
  stripe.acts.renew(id, false)
  stripe.acts.recover(id)
  await site.reconcile(person)
  const membership = await site.membershipOf(person)
  const admin = await clientOf(app, await aPerson(db, 'admin'))
  const { body } = await admin(`POST /api/admin/membership/members/${membership?.id}/refund`, { reason: 'Asked' })
  expect(body).toMatchObject({ state: 'expired', refunded: 500 })
  expect(stripe.invoicesOf(id)).toMatchObject([{ refunded: 0 }, { refunded: 500 }])
})

test('a membership whose payment cannot be refunded at Stripe is not ended', async () => {
  const { app, db, stripe } = site
  const { person, id } = await site.aMember()
  stripe.acts.renew(id, false)
  stripe.acts.recover(id, { byTransfer: true })
  await site.reconcile(person)
  const membership = await site.membershipOf(person)
  const admin = await clientOf(app, await aPerson(db, 'admin'))
  const { status } = await admin(`POST /api/admin/membership/members/${membership?.id}/refund`, { reason: 'Asked' })
  expect(status).toBe(409)
  expect(stripe.get(id).status).toBe('active')
  expect(await site.membershipOf(person)).toMatchObject({ state: 'active' })
})

test('a gift is paid at Stripe, its billing details are kept, and a refund ends its code without a webhook', async () => {
  const { app, db, stripe } = site
  const { call, person, checkout, session } = await site.aGift()
  const address = { line1: 'Hauptstr. 1', postal_code: '10115', city: 'Berlin', country: 'DE' }
  stripe.acts.pay(session, { details: { name: 'Ada Byron', address, tax_ids: [{ value: 'DE123' }] } })
  const { body } = await call(`GET /api/membership/checkout/${checkout}`)
  expect(body).toMatchObject({ kind: 'gift', state: 'paid', gift: { code: expect.any(String) } })
  expect(await site.paymentsOf(person)).toMatchObject([{ kind: 'gift', amount: 500, state: 'paid' }])
  expect((await call('GET /api/membership/own')).body).toMatchObject({
    billing: { name: 'Ada Byron', address: 'Hauptstr. 1\n10115 Berlin', country: 'DE', taxId: 'DE123' },
  })
  stripe.acts.refundGift(session)
  await site.readEvents()
  // The worker of the app may have been faster than this one, and still be at it.
  await expect.poll(() => site.paymentsOf(person), { timeout: 10_000 }).toMatchObject([{ state: 'refunded' }])
  const { code } = body['gift'] as { code: string }
  const redeemed = await (await clientOf(app, await aPerson(db)))('POST /api/membership/gifts/redeem', { code })
  expect(redeemed.body.error?.code).toBe('code-not-valid')
})

test('a gift that is refunded after it was redeemed takes its months back', async () => {
  const { app, clock, db, stripe } = site
  const { call, checkout, session } = await site.aGift()
  stripe.acts.pay(session)
  const { body } = await call(`GET /api/membership/checkout/${checkout}`)
  const friend = await aPerson(db)
  const { code } = body['gift'] as { code: string }
  const asFriend = await clientOf(app, friend)
  const redeemed = await asFriend('POST /api/membership/gifts/redeem', { code })
  expect(redeemed.body).toMatchObject({ member: true, source: 'gift' })
  stripe.acts.refundGift(session)
  await site.readEvents()
  await expect.poll(() => isMember(db, friend.id, clock.now()), { timeout: 10_000 }).toBe(false)
  expect(await site.outcomesOf(friend)).toEqual(['gift-refunded'])
})

test('the first receipt has the tax number and the address, whichever event is handled first', async () => {
  const { stripe } = site
  const { person, session } = await site.aCustomer()
  const address = { line1: 'Hauptstr. 1', postal_code: '10115', city: 'Berlin', country: 'DE' }
  const id = stripe.acts.pay(session, { details: { name: 'Ada Byron', address, tax_ids: [{ value: 'DE123' }] } })
  const created = stripe.events.find(({ type, object }) => type.endsWith('subscription.created') && object['id'] === id)
  expect(created && (await site.deliver(created))).toBe(200)
  await site.handleEvents()
  const buyer = { name: 'Ada Byron', address: 'Hauptstr. 1\n10115 Berlin', country: 'DE', taxId: 'DE123' }
  await expect.poll(() => site.paymentsOf(person), { timeout: 10_000 }).toMatchObject([{ buyer }])
})

test('a refund of an earlier subscription is found without a webhook', async () => {
  const { plans, stripe } = site
  const { call, person, id } = await site.aMember()
  stripe.acts.end(id)
  await site.reconcile(person)
  const again = await site.openSession(call, plans.monthly)
  stripe.acts.pay(again.session)
  await call(`GET /api/membership/checkout/${again.session}`)
  stripe.acts.refundLast(id)
  await site.readEvents()
  const states = async () => (await site.paymentsOf(person)).map(({ state }) => state)
  await expect.poll(states, { timeout: 10_000 }).toEqual(['refunded', 'paid'])
  expect(await site.membershipOf(person)).toMatchObject({ state: 'active' })
})

test('a dispute that is lost ends the membership, and counts as a refund', async () => {
  const { stripe } = site
  const { person, id } = await site.aMember()
  stripe.acts.loseDispute(id)
  await site.readEvents()
  const membership = () => site.membershipOf(person)
  await expect.poll(membership, { timeout: 10_000 }).toMatchObject({ state: 'expired' })
  expect(stripe.get(id).status).toBe('canceled')
  expect(await site.paymentsOf(person)).toMatchObject([{ state: 'refunded', refunded: 500 }])
  expect(await site.outcomesOf(person)).toEqual(['started', 'refunded'])
})

test('a subscription that was not bought here is left alone', async () => {
  const { db, stripe } = site
  const { checkout, session } = await site.aCustomer()
  await db.deleteFrom('checkout').where('id', '=', checkout).execute()
  const id = stripe.acts.pay(session)
  stripe.acts.loseDispute(id)
  const from = stripe.events.findIndex(({ object }) => object['id'] === id)
  for (const event of stripe.events.slice(from)) expect(await site.deliver(event)).toBe(200)
  await site.handleEvents()
  const waiting = db.selectFrom('billingEvent').select('id').where('handledAt', 'is', null)
  await expect.poll(() => waiting.execute(), { timeout: 10_000 }).toEqual([])
  expect(stripe.get(id).status).toBe('active')
})

test('an invoice of an older API version names its subscription in another field', async () => {
  const { clock, db, stripe } = site
  const { id } = await site.aMember()
  const created = Math.floor(clock.now().getTime() / 1000)
  const object = { id: 'in_old', object: 'invoice', subscription: id }
  await site.deliver({ id: `evt_old_${id}`, type: 'invoice.paid', created, object })
  const saved = db.selectFrom('billingEvent').select('subject').where('id', '=', `evt_old_${id}`)
  expect(await saved.execute()).toEqual([{ subject: `subscription:${id}` }])
  expect(stripe.get(id).status).toBe('active')
})

test('a bank debit that is confirmed after days is delivered without a webhook, and one that never is, is given up', async () => {
  const { clock, db, stripe } = site
  const [first, second] = [await site.aGift(), await site.aGift()]
  const stateOf = async ({ checkout }: { checkout: string }) =>
    (await db.selectFrom('checkout').select('state').where('id', '=', checkout).executeTakeFirstOrThrow()).state
  for (const { session } of [first, second]) stripe.acts.pay(session, { isDebit: true })
  clock.pass(5 * DAY_MS)
  await site.reconcile(first.person)
  await site.reconcile(second.person)
  expect([await stateOf(first), await stateOf(second)]).toEqual(['open', 'open'])
  stripe.acts.confirm(first.session)
  await site.reconcile(first.person)
  expect(await stateOf(first)).toBe('paid')
  clock.pass(26 * DAY_MS)
  await site.reconcile(second.person)
  expect(await stateOf(second)).toBe('expired')
})
