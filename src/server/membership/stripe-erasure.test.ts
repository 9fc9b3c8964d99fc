import { beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#contract/constants.ts'
import { clientOf } from '#test/client.ts'
import { type TestPerson, aPerson } from '#test/people.ts'
import { aStripeSite } from '#test/stripe-site.ts'
import { newId } from '#server/platform/ids.ts'

let site: Awaited<ReturnType<typeof aStripeSite>>

beforeAll(async () => {
  site = await aStripeSite()
})

async function erase({ id, handle }: TestPerson) {
  const admin = await clientOf(site.app, await aPerson(site.db, 'admin'))
  expect((await admin(`POST /api/admin/people/${id}/erasure`, { handle })).status).toBe(200)
}

function billingOf({ id }: TestPerson) {
  return site.db.selectFrom('billingProfile').selectAll().where('personId', '=', id).execute()
}

const details = { name: 'Ada Byron', address: { line1: 'Hauptstr. 1', country: 'DE' }, tax_ids: [] }

test('an open checkout of an account that is deleted can no longer be paid', async () => {
  const { stripe } = site
  const { person, session } = await site.aCustomer()
  await erase(person)
  await site.reconcile(person)
  // The worker of the app wakes up at once and may be faster than this one.
  await expect.poll(() => stripe.statusOf(session), { timeout: 10_000 }).toBe('expired')
  expect(await billingOf(person)).toEqual([])
})

test('what is paid after the account was deleted is refunded and cancelled, and nothing about the person is saved', async () => {
  const { clock, db, stripe } = site
  const { person, checkout, session } = await site.aCustomer()
  stripe.acts.pay(session, { details, isDebit: true })
  await erase(person)
  await site.reconcile(person)
  clock.pass(DAY_MS)
  const from = stripe.events.length
  stripe.acts.confirm(session)
  for (const event of stripe.events.slice(from)) await site.deliver(event)
  await site.handleEvents()
  const subscription = stripe.list().find((one) => one.checkout === checkout)
  await expect.poll(() => stripe.get(subscription?.id ?? '').status, { timeout: 10_000 }).toBe('canceled')
  expect(stripe.invoicesOf(subscription?.id ?? '')).toMatchObject([{ amount: 500, refunded: 500 }])
  const invoice = stripe.invoicesOf(subscription?.id ?? '')[0]?.id ?? ''
  const recorded = db.selectFrom('payment').select(['personId', 'state']).where('providerId', '=', invoice)
  await expect.poll(() => recorded.execute(), { timeout: 10_000 }).toEqual([{ personId: null, state: 'refunded' }])
  expect(await billingOf(person)).toEqual([])
  expect(await site.membershipOf(person)).toMatchObject({ state: 'expired', card: '' })
})

test('a gift that is paid after the account was deleted is refunded, and has no code', async () => {
  const { clock, db, stripe } = site
  const recipientEmail = `${newId().toLowerCase()}@example.com`
  const { person, checkout, session } = await site.aGift({ recipientEmail })
  stripe.acts.pay(session, { details, isDebit: true })
  await erase(person)
  clock.pass(DAY_MS)
  stripe.acts.confirm(session)
  await site.reconcile(person)
  const recorded = db.selectFrom('payment').select(['personId', 'state']).where('providerId', '=', `pi_${session}`)
  await expect.poll(() => recorded.execute(), { timeout: 10_000 }).toEqual([{ personId: null, state: 'refunded' }])
  expect(() => stripe.acts.refundGift(session)).toThrow('charge_already_refunded')
  const gift = db.selectFrom('giftCode').select(['state', 'code']).where('checkoutId', '=', checkout)
  expect(await gift.execute()).toEqual([{ state: 'ended', code: null }])
  expect(await db.selectFrom('mail').select('id').where('toAddress', '=', recipientEmail).execute()).toEqual([])
  expect(await billingOf(person)).toEqual([])
})

test('what was paid before is not refunded', async () => {
  const { clock, stripe } = site
  const { person, id } = await site.aMember()
  clock.pass(DAY_MS)
  await erase(person)
  await site.reconcile(person)
  await expect.poll(() => stripe.get(id).status, { timeout: 10_000 }).toBe('canceled')
  expect(stripe.invoicesOf(id)).toMatchObject([{ refunded: 0 }])
  await expect.poll(() => site.membershipOf(person), { timeout: 10_000 }).toMatchObject({ state: 'expired', card: '' })
})
