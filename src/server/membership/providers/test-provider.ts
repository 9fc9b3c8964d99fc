import { z } from 'zod'
import { DAY_MS } from '#contract/constants.ts'
import { Refusal } from '#contract/errors.ts'
import { type TestCard, couponDurations, planPeriods } from '#contract/membership/states.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { NewCheckout, PaymentProvider, ProviderInvoice, ProviderSubscription, Switch } from './provider.ts'
import {
  type Subscription,
  advance,
  chargeFirst,
  computeSwitch,
  findNextAmount,
  payOpen,
  priceOf,
} from './test-subscription.ts'

const Details: z.ZodType<NewCheckout> = z.object({
  checkoutId: z.string(),
  mode: z.enum(['subscription', 'payment']),
  personId: z.string(),
  customerId: z.string().nullable(),
  email: z.string(),
  plan: z.object({
    id: z.string(),
    name: z.string(),
    period: z.enum(planPeriods),
    price: z.int(),
    currency: z.string(),
    seats: z.int(),
  }),
  description: z.string(),
  trialDays: z.int(),
  coupon: z
    .object({
      id: z.string(),
      code: z.string(),
      percentOff: z.int().nullable(),
      amountOff: z.int().nullable(),
      currency: z.string().nullable(),
      duration: z.enum(couponDurations),
      months: z.int().nullable(),
    })
    .nullable(),
  expiresAt: z.coerce.date().nullable(),
  successUrl: z.string(),
  cancelUrl: z.string(),
})

const SESSION_LIFETIME_MS = DAY_MS

type Needs = Pick<Ctx, 'db' | 'now' | 'site'>

/**
 * The built-in test checkout. It stands for a service elsewhere: it has its own tables and transactions, and renews
 * subscriptions when it is asked about them. No money moves.
 */
export function createTestProvider({ db, now, site }: Needs): PaymentProvider {
  const pageOf = (path: string) => `${site.origin}${site.base}${site.mode === 'hash' ? '#/' : ''}${path}`

  async function createCheckout(checkout: NewCheckout) {
    const customerId = checkout.customerId ?? `test_cus_${checkout.personId}`
    const { checkoutId, mode } = checkout
    const row = { id: `test_cs_${newId()}`, checkoutId, mode, status: 'open' as const, customerId, createdAt: now() }
    await db
      .insertInto('testSession')
      .values({ ...row, details: JSON.stringify(checkout) })
      .onConflict((conflict) => conflict.column('checkoutId').doNothing())
      .execute()
    const { id: sessionId } = await db
      .selectFrom('testSession')
      .select('id')
      .where('checkoutId', '=', checkoutId)
      .executeTakeFirstOrThrow()
    return { sessionId, url: pageOf(`membership/test-checkout?session=${sessionId}`), customerId }
  }

  async function findSession(of: Db, id: string) {
    const row = await of.selectFrom('testSession').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) return null
    const details = Details.parse(row.details)
    const expiresAt = details.expiresAt ?? new Date(row.createdAt.getTime() + SESSION_LIFETIME_MS)
    const isOld = row.status === 'open' && expiresAt <= now()
    return { ...row, status: isOld ? ('expired' as const) : row.status, details }
  }

  async function getCheckout(sessionId: string) {
    const session = await findSession(db, sessionId)
    if (!session) return null
    const invoice = session.invoiceId
      ? await db.selectFrom('testInvoice').selectAll().where('id', '=', session.invoiceId).executeTakeFirst()
      : null
    const { checkoutId, customerId, subscriptionId } = session
    const state = session.status === 'complete' ? ('paid' as const) : session.status
    const payment = invoice ? presentInvoice(invoice) : null
    return { sessionId, checkoutId, state, customerId, subscriptionId, payment, billing: null }
  }

  /** Runs a change on a subscription that is locked and up to date. */
  async function change<Result>(id: string, work: (tx: Db, subscription: Subscription) => Promise<Result>) {
    return db.transaction().execute(async (tx) => {
      const row = await tx
        .selectFrom('testSubscription')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      return row ? work(tx, await advance(tx, row, now())) : null
    })
  }

  function update(id: string, valuesOf: (subscription: Subscription) => Partial<Subscription>) {
    return change(id, async (tx, subscription) => {
      if (subscription.status === 'canceled') return
      const values = valuesOf(subscription)
      if (Object.keys(values).length > 0)
        await tx.updateTable('testSubscription').set(values).where('id', '=', id).execute()
    })
  }

  async function cancelNow(id: string) {
    await update(id, () => ({ status: 'canceled', endedAt: now(), retryAt: null }))
    const open = db.updateTable('testInvoice').set({ status: 'void' }).where('subscriptionId', '=', id)
    await open.where('status', '=', 'open').execute()
  }

  async function switchPlan(id: string, to: Switch) {
    await change(id, async (tx, subscription) => {
      if (subscription.status === 'canceled' || subscription.card === 'declined') throw new Refusal('payment-declined')
      await computeSwitch(subscription, to, now()).save(tx)
    })
  }

  async function pay(sessionId: string, card: TestCard) {
    return db.transaction().execute(async (tx) => {
      await tx.selectFrom('testSession').select('id').where('id', '=', sessionId).forUpdate().execute()
      const session = await findSession(tx, sessionId)
      if (!session || session.status === 'expired') throw new Refusal('not-found')
      if (session.status === 'complete') return session.details.successUrl
      if (card === 'declined') throw new Refusal('payment-declined')
      const paid = await chargeFirst(tx, { ...session, card }, now())
      await tx
        .updateTable('testSession')
        .set({ status: 'complete', ...paid })
        .where('id', '=', sessionId)
        .execute()
      return session.details.successUrl
    })
  }

  return {
    name: 'test',
    createCheckout,
    getCheckout,
    async expireCheckout(id) {
      const session = db.updateTable('testSession').set({ status: 'expired' }).where('id', '=', id)
      await session.where('status', '=', 'open').execute()
    },
    getSubscription: (id) => change(id, async (_tx, subscription) => presentSubscription(subscription, now())),
    async listInvoices({ id }) {
      const rows = await db
        .selectFrom('testInvoice')
        .selectAll()
        .where('subscriptionId', '=', id)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(presentInvoice)
    },
    async previewSwitch(id, to) {
      const preview = await change(id, async (_tx, subscription) => computeSwitch(subscription, to, now()))
      if (!preview) throw new Refusal('not-found')
      const { dueNow, periodEnd } = preview
      return { dueNow, currency: to.plan.currency, price: to.plan.price, nextPaymentAt: periodEnd }
    },
    switchPlan,
    async cancelAtPeriodEnd(id) {
      await update(id, () => ({ cancelAtPeriodEnd: true }))
    },
    cancelNow,
    async resume(id) {
      await update(id, () => ({ cancelAtPeriodEnd: false }))
    },
    // A card that works pays at once when it is entered.
    payOpen: async () => {},
    portalUrl: async () => pageOf('membership'),
    async refund({ id }) {
      const refunded = db.updateTable('testInvoice').set((eb) => ({ refunded: eb.ref('amount') }))
      await refunded.where('id', '=', id).execute()
    },
    // It has no charges and sends no events.
    getCharge: async () => null,
    async *listEvents() {},
    parseWebhook: () => null,
    test: {
      async getSession(sessionId) {
        const session = await findSession(db, sessionId)
        if (!session) return null
        const { checkoutId, status: state, details } = session
        const { description, trialDays, plan, cancelUrl } = details
        const dueNow = trialDays > 0 ? 0 : priceOf(plan.price, details.coupon)
        return { checkoutId, state, description, dueNow, currency: plan.currency, trialDays, cancelUrl }
      },
      pay,
      async changeCard(id, card) {
        if (card === 'declined') throw new Refusal('payment-declined')
        await change(id, async (tx, subscription) => {
          if (subscription.status === 'canceled') return
          await payOpen(tx, { ...subscription, card }, now())
        })
      },
      async renewNow(id) {
        await update(id, ({ trialEnd }) => ({
          periodEnd: now(),
          ...(trialEnd && trialEnd > now() && { trialEnd: now() }),
        }))
        await change(id, async () => {})
      },
    },
  }
}

const statuses = { trialing: 'trialing', active: 'active', past_due: 'past-due', canceled: 'ended' } as const
const cardNames: Record<TestCard, string> = {
  'works': 'Test card',
  'declined': 'Test card that is declined',
  'fails-later': 'Test card that fails later',
}

function presentSubscription(row: Subscription, now: Date): ProviderSubscription {
  const { id, checkoutId, customerId, cancelAtPeriodEnd, planId, currency, period, periodStart, periodEnd } = row
  return {
    id,
    checkoutId,
    customerId,
    cancelAtPeriodEnd,
    planId,
    currency,
    period,
    periodStart,
    periodEnd,
    status: statuses[row.status],
    price: row.amount,
    nextAmount: findNextAmount(row),
    trialEnd: row.trialEnd,
    startedAt: row.createdAt,
    endedAt: row.endedAt,
    card: cardNames[row.card],
    discounted: (row.percentOff ?? row.amountOff) !== null && (!row.discountEndsAt || row.discountEndsAt > now),
  }
}

type InvoiceRow = {
  id: string
  status: 'paid' | 'open' | 'void'
  amount: number
  discount: number
  refunded: number
  currency: string
  description: string
  periodStart: Date | null
  periodEnd: Date | null
  createdAt: Date
  paidAt: Date | null
}

function presentInvoice({ status, ...row }: InvoiceRow): ProviderInvoice {
  const { id, amount, discount, refunded, currency, description, periodStart, periodEnd, createdAt, paidAt } = row
  const shown = { id, amount, discount, refunded, currency, description, periodStart, periodEnd, createdAt, paidAt }
  return { ...shown, status: status === 'open' ? 'failed' : status === 'paid' ? 'paid' : 'other' }
}
