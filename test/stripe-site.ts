import type { Insertable } from 'kysely'
import { expect } from 'vitest'
import { handleNextEvent, readMissedEvents, saveBillingEvent } from '#server/membership/billing-events.ts'
import { openPaymentProvider } from '#server/membership/providers/open.ts'
import { checkCheckout, checkMembership, openCheckouts } from '#server/membership/reconcile.ts'
import { startMembershipCheckout } from '#server/membership/start-checkout.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Database } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tables } from '#server/platform/tables.ts'
import { anApp } from './app.ts'
import { type Call, clientOf } from './client.ts'
import { aClock } from './clock.ts'
import { as } from './conversation.ts'
import { aDatabase } from './database.ts'
import { type TestPerson, aCtx, aPerson } from './people.ts'
import type { StripeEvent } from './stripe-account.ts'
import { STRIPE_KEY, STRIPE_WEBHOOK_SECRET, aStripeServer } from './stripe-server.ts'

const ignore = () => {}

const fail = (error: unknown) => {
  throw error
}

type Given = {
  ctx: Ctx
  database: Database
  clock: ReturnType<typeof aClock>
  stripe: Awaited<ReturnType<typeof aStripeServer>>
  failItem?: (error: unknown) => void
}

/** Plans, what the billing job does, and what the site knows. */
async function aStripeAccountOf({ ctx, database, clock, stripe, failItem = ignore }: Given) {
  const { db } = database
  const plans = { monthly: newId(), yearly: newId(), trial: newId() }
  const payments = providerOf(STRIPE_KEY)
  const shared = { currency: 'usd', createdAt: new Date() }
  await db
    .insertInto('plan')
    .values([
      { id: plans.monthly, name: 'Monthly', period: 'month', price: 500, ...shared },
      { id: plans.yearly, name: 'Yearly', period: 'year', price: 5000, ...shared },
      { id: plans.trial, name: 'With trial', period: 'month', price: 700, trialDays: 7, ...shared },
    ])
    .execute()
  await readMissedEvents(ctx, payments, failItem)

  function providerOf(secretKey: string) {
    const config = { secretKey, webhookSecret: STRIPE_WEBHOOK_SECRET, apiUrl: new URL(stripe.url) }
    return openPaymentProvider({ kind: 'stripe', ...config }, ctx)
  }

  async function handleEvents() {
    while (await handleNextEvent(ctx, payments, failItem));
  }

  /** Reads Stripe's list of events, as the job does every hour, and handles those that no webhook delivered. */
  async function readEvents() {
    await db.updateTable('billingEventReading').set({ dueAt: clock.now() }).execute()
    await readMissedEvents(ctx, payments, failItem)
    await handleEvents()
  }

  /**
   * Asks Stripe about everything, as the job does within hours. Nothing is claimed, because the job of a running site could be
   * faster, and would still be at it afterwards.
   */
  async function reconcile({ id }: TestPerson) {
    try {
      const checkouts = await openCheckouts(db).where('person.id', '=', id).execute()
      for (const checkout of checkouts) await checkCheckout(ctx, payments, checkout)
      await checkMembership(ctx, payments, id)
    } catch (error) {
      failItem(error)
    }
  }

  function membershipOf({ id }: TestPerson) {
    return db.selectFrom('membership').selectAll().where('personId', '=', id).executeTakeFirst()
  }

  /** Oldest first. */
  function paymentsOf({ id }: TestPerson) {
    const rows = db.selectFrom('payment').selectAll().where('personId', '=', id)
    return rows.orderBy('createdAt').orderBy('number').execute()
  }

  /** What the person was notified of, oldest first. */
  async function outcomesOf({ id }: TestPerson) {
    const events = db.selectFrom('notificationEvent').select('detail').where('kind', '=', 'membership')
    const rows = await events.where('personId', '=', id).orderBy('at').execute()
    return rows.map(({ detail }) => detail.outcome)
  }

  const jobs = { handleEvents, readEvents, reconcile }
  return { clock, database, db, payments, plans, providerOf, stripe, ...jobs, membershipOf, outcomesOf, paymentsOf }
}

/**
 * Payments with Stripe without the server of the site, whose own billing job would handle events and reconcile at any time.
 * Webhooks are verified and saved as by their route.
 */
export async function aStripeBackend() {
  const clock = aClock()
  const database = await aDatabase()
  const { db } = database
  const ctx = aCtx(db, { now: clock.now })
  const stripe = await aStripeServer(clock.now)
  const account = await aStripeAccountOf({ ctx, database, clock, stripe, failItem: fail })

  async function deliver(event: StripeEvent) {
    const { body, headers } = stripe.sign(event)
    const received = account.payments.parseWebhook(Buffer.from(body), headers)
    expect(received?.id).toBe(event.id)
    if (received) await saveBillingEvent(ctx, account.payments, received)
  }

  async function aCustomer(plan: string) {
    const person = await aPerson(db)
    const order = { plan, request: newId() }
    const { url } = await startMembershipCheckout(as(db, person, { now: clock.now }), account.payments, order)
    return { person, session: sessionOf(url) }
  }

  return { ...account, aCustomer, deliver }
}

/** A site that takes payments with Stripe, and the server that stands for Stripe. */
export async function aStripeSite() {
  const clock = aClock()
  const database = await aDatabase()
  const stripe = await aStripeServer(clock.now)
  const app = await anApp(database, stripe.env, clock.now)
  const account = await aStripeAccountOf({ ctx: app.ctx, database, clock, stripe })
  const { db, plans } = account

  async function deliver(event: StripeEvent) {
    const response = await app.get('/api/billing/webhook', stripe.sign(event))
    await response.body?.cancel()
    return response.status
  }

  async function openSession(call: Call, plan: string, given: Record<string, unknown> = {}) {
    const { status, body } = await call('POST /api/membership/checkout', { plan, request: newId(), ...given })
    expect([status, body.error]).toEqual([200, undefined])
    return { checkout: String(body['checkout']), session: sessionOf(body['url']) }
  }

  async function aCoupon(planId: string | null = null, terms: Partial<Insertable<Tables['coupon']>> = {}) {
    const coupon = { id: newId(), code: `C-${newId().toUpperCase()}`, percentOff: 20, planId }
    await db
      .insertInto('coupon')
      .values({ ...coupon, duration: 'forever', createdAt: clock.now(), ...terms })
      .execute()
    return coupon
  }

  async function aCustomer(plan = plans.monthly, given: Record<string, unknown> = {}) {
    const person = await aPerson(db)
    // Signs in for each call, because ID tokens expire while the clock moves.
    const call: Call = async (key, body) => (await clientOf(app, person))(key, body)
    return { person, call, ...(await openSession(call, plan, given)) }
  }

  async function aGift(given: Record<string, unknown> = {}) {
    const { call, person } = await aCustomer()
    const order = { plan: plans.monthly, request: newId(), ...given }
    const { body } = await call('POST /api/membership/gifts/checkout', order)
    return { call, person, checkout: String(body['checkout']), session: sessionOf(body['url']) }
  }

  /** A member whose first payment the site knows. */
  async function aMember(plan?: string, given?: Record<string, unknown>) {
    const customer = await aCustomer(plan, given)
    const id = stripe.acts.pay(customer.session)
    expect((await customer.call(`GET /api/membership/checkout/${customer.session}`)).body).toMatchObject({
      state: 'paid',
    })
    return { ...customer, id }
  }

  return { ...account, app, deliver, aCoupon, aCustomer, aGift, aMember, openSession }
}

export function sessionOf(url: unknown) {
  return new URL(String(url)).pathname.slice(1)
}
