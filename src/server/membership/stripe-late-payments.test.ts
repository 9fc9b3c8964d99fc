import { beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#contract/constants.ts'
import type { TestPerson } from '#test/people.ts'
import { aStripeSite } from '#test/stripe-site.ts'

let site: Awaited<ReturnType<typeof aStripeSite>>

beforeAll(async () => {
  site = await aStripeSite()
})

/** A member whose renewal failed, and who pays it by bank debit then. */
async function aMemberPastDue({ isDebit = false } = {}) {
  const member = await site.aMember()
  site.stripe.acts.renew(member.id, false)
  await site.reconcile(member.person)
  expect(await site.membershipOf(member.person)).toMatchObject({ state: 'past-due' })
  if (isDebit) site.stripe.acts.debit(member.id)
  return member
}

const statesOf = async (person: TestPerson) => (await site.paymentsOf(person)).map(({ state }) => state)
const lastInvoice = (id: string) => site.stripe.invoicesOf(id).at(-1)

test('what is open can no longer be paid when a member cancels', async () => {
  const { call, id, person } = await aMemberPastDue()
  expect((await call('POST /api/membership/cancel', {})).body).toMatchObject({ state: 'expired' })
  expect(lastInvoice(id)).toMatchObject({ status: 'void' })
  expect(await statesOf(person)).toEqual(['paid', 'failed'])
})

test('what is open can no longer be paid when Stripe has ended the subscription', async () => {
  const { stripe } = site
  const { id, person } = await aMemberPastDue()
  stripe.acts.end(id)
  await site.reconcile(person)
  expect(await site.membershipOf(person)).toMatchObject({ state: 'expired' })
  expect(lastInvoice(id)).toMatchObject({ status: 'void' })
})

test('a payment that arrives after the end is refunded, and the person is notified', async () => {
  const { clock, stripe } = site
  const { id, person } = await aMemberPastDue({ isDebit: true })
  stripe.acts.end(id)
  await site.reconcile(person)
  expect(lastInvoice(id)).toMatchObject({ status: 'open' })
  clock.pass(4 * DAY_MS)
  stripe.acts.settle(id)
  await site.readEvents()
  const refunded = async () => lastInvoice(id)?.refunded
  await expect.poll(refunded, { timeout: 10_000 }).toBe(500)
  await expect.poll(() => statesOf(person), { timeout: 10_000 }).toEqual(['paid', 'refunded'])
  expect(await site.membershipOf(person)).toMatchObject({ state: 'expired' })
  expect(await site.outcomesOf(person)).toEqual(['started', 'payment-failed', 'ended', 'late-refunded'])
})

test('a bank transfer after the end, which Stripe cannot refund, is recorded', async () => {
  const { clock, stripe } = site
  const { id, person } = await aMemberPastDue({ isDebit: true })
  stripe.acts.end(id)
  await site.reconcile(person)
  clock.pass(DAY_MS)
  stripe.acts.settle(id, { isPaid: false })
  stripe.acts.recover(id, { byTransfer: true })
  await site.readEvents()
  await expect.poll(() => statesOf(person), { timeout: 10_000 }).toEqual(['paid', 'paid'])
})

test.each([true, false])('a bank debit is waited for at the end of the grace period: %s', async (isPaid) => {
  const { clock, stripe } = site
  const { id, person } = await aMemberPastDue({ isDebit: true })
  clock.pass(8 * DAY_MS)
  await site.reconcile(person)
  expect(await site.membershipOf(person)).toMatchObject({ state: 'past-due' })
  clock.pass(2 * DAY_MS)
  stripe.acts.settle(id, { isPaid })
  await site.reconcile(person)
  expect(await site.membershipOf(person)).toMatchObject({ state: isPaid ? 'active' : 'expired' })
  expect(stripe.get(id).status).toBe(isPaid ? 'active' : 'canceled')
})

test.each([true, false])('a bank debit is waited for when its person cancels: %s', async (isPaid) => {
  const { clock, stripe } = site
  const { call, id, person } = await aMemberPastDue({ isDebit: true })
  expect((await call('POST /api/membership/cancel', {})).status).toBe(200)
  expect(stripe.get(id)).toMatchObject({ status: 'past_due', cancelAtPeriodEnd: true })
  stripe.acts.settle(id, { isPaid })
  await site.reconcile(person)
  expect(await site.membershipOf(person)).toMatchObject({ state: isPaid ? 'cancelled' : 'past-due' })
  const tries = stripe.requests.filter(({ path }) => path.endsWith('/pay')).length
  clock.pass(8 * DAY_MS)
  await site.reconcile(person)
  expect(stripe.get(id).status).toBe(isPaid ? 'active' : 'canceled')
  expect(stripe.requests.filter(({ path }) => path.endsWith('/pay'))).toHaveLength(tries)
})

test('a bank debit is no failed payment before the bank returns it', async () => {
  const { stripe } = site
  const { id, person } = await site.aMember()
  stripe.acts.renew(id, 'debit')
  await site.reconcile(person)
  expect(await site.membershipOf(person)).toMatchObject({ state: 'active' })
  expect(await statesOf(person)).toEqual(['paid'])
  stripe.acts.settle(id, { isPaid: false })
  await site.reconcile(person)
  expect(await site.membershipOf(person)).toMatchObject({ state: 'past-due' })
  expect(await statesOf(person)).toEqual(['paid', 'failed'])
})
