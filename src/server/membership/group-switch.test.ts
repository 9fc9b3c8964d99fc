import { beforeAll, expect, test } from 'vitest'
import { as } from '#test/conversation.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import type { Viewer } from '#contract/viewer.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { previewSwitch, switchPlan } from './manage-membership.ts'
import { openPaymentProvider } from './providers/open.ts'
import type { PaymentProvider } from './providers/provider.ts'
import { membershipOf, planById } from './queries.ts'
import { inviteToSeat, listSeats, removeSeat } from './seats.ts'
import { startMembershipCheckout } from './start-checkout.ts'
import { syncPerson } from './sync.ts'
import { payTestSession } from './test-checkout.ts'

let db: Db
let payments: PaymentProvider
beforeAll(async () => {
  db = (await aDatabase()).db
  payments = openPaymentProvider({ kind: 'test' }, aCtx(db))
})

async function aPlan(seats: number) {
  const id = newId()
  await db
    .insertInto('plan')
    .values({
      id,
      name: `For ${seats}`,
      period: 'month',
      price: 500 * seats,
      currency: 'usd',
      seats,
      createdAt: new Date(),
    })
    .execute()
  return id
}

/** A group of three, with two invited people. */
async function aGroup() {
  const ctx = as(db, await aPerson(db))
  const plan = await aPlan(3)
  const { url } = await startMembershipCheckout(ctx, payments, { plan, request: newId() })
  await payTestSession(ctx, payments, new URL(url).searchParams.get('session') ?? '', 'works')
  const guests = ['first@example.com', 'last@example.com']
  for (const [index, email] of guests.entries())
    await inviteToSeat({ ...ctx, now: () => new Date(Date.now() + index * 1000) }, { email })
  const seats = async () => {
    const listed = await listSeats(ctx)
    return { total: listed.total, emails: listed.seats.map(({ email }) => email) }
  }
  return { ctx, plan, guests, seats }
}

/** Switches for the amount that the page shows. */
async function confirm(ctx: Ctx<Viewer>, provider: PaymentProvider, plan: string) {
  const { at, dueNow, price } = await previewSwitch(ctx, provider, plan)
  return switchPlan(ctx, provider, { plan, at, dueNow, price })
}

const tooFew = { code: 'no-seat-left', message: expect.stringContaining('too few seats') }

test('a group is switched to a smaller plan only after its owner took back the seats that it lacks', async () => {
  const { ctx, guests, seats } = await aGroup()
  const pair = await aPlan(2)
  await expect(previewSwitch(ctx, payments, pair)).rejects.toMatchObject(tooFew)
  const order = { plan: pair, at: new Date().toISOString(), dueNow: 0, price: 0 }
  await expect(switchPlan(ctx, payments, order)).rejects.toMatchObject(tooFew)
  expect(await seats()).toEqual({ total: 3, emails: guests })
  const { seats: listed } = await listSeats(ctx)
  await removeSeat(ctx, listed[0]?.id ?? '')
  await confirm(ctx, payments, pair)
  expect(await seats()).toEqual({ total: 2, emails: guests.slice(1) })
})

test('no invitation takes a seat that a switch is about to remove, and a failed switch gives it back', async () => {
  const { ctx, guests, seats } = await aGroup()
  await removeSeat(ctx, (await listSeats(ctx)).seats[1]?.id ?? '')
  const pair = await aPlan(2)
  const invited: unknown[] = []
  const invitesMeanwhile = (then: PaymentProvider['switchPlan']): PaymentProvider => ({
    ...payments,
    async switchPlan(id, to) {
      invited.push(await inviteToSeat(ctx, { email: 'late@example.com' }).catch((error: unknown) => error))
      await then(id, to)
    },
  })
  const fails = invitesMeanwhile(() => Promise.reject(new Error('no answer')))
  await expect(confirm(ctx, fails, pair)).rejects.toThrow('no answer')
  expect(await seats()).toEqual({ total: 3, emails: guests.slice(0, 1) })
  await confirm(ctx, invitesMeanwhile(payments.switchPlan), pair)
  expect(await seats()).toEqual({ total: 2, emails: guests.slice(0, 1) })
  expect(invited).toMatchObject([{ code: 'no-seat-left' }, { code: 'no-seat-left' }])
})

test('a plan that was made smaller at the provider takes the newest seats', async () => {
  const { ctx, guests, seats } = await aGroup()
  const pair = await planById(db, await aPlan(2))
  const membership = await membershipOf(db, ctx.viewer.id)
  if (!pair || !membership) throw new Error('no membership')
  await payments.switchPlan(membership.subscriptionId, { plan: pair, dropsDiscount: false, at: new Date() })
  await syncPerson(ctx, payments, ctx.viewer.id)
  expect(await seats()).toEqual({ total: 2, emails: guests.slice(0, 1) })
})

test('an admin who changes the seats of a plan adds them to its groups, and takes none', async () => {
  const { ctx, plan, guests, seats } = await aGroup()
  const change = async (to: number) => {
    await db.updateTable('plan').set({ seats: to }).where('id', '=', plan).execute()
    await syncPerson(ctx, payments, ctx.viewer.id)
    return seats()
  }
  expect(await change(1)).toEqual({ total: 3, emails: guests })
  expect(await change(5)).toEqual({ total: 5, emails: guests })
})
