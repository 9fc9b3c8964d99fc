import { type Insertable, sql } from 'kysely'
import type { PaymentState } from '#contract/membership/states.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tables } from '#server/platform/tables.ts'
import type { Call } from './client.ts'

let made = 0

/** A payment of 1,000 that was paid at this time, without a tax. */
export async function aPayment(db: Db, paidAt: Date, given: Partial<Insertable<Tables['payment']>> = {}) {
  made += 1
  const id = newId()
  await db
    .insertInto('payment')
    .values({
      id,
      kind: 'membership',
      provider: 'stripe',
      providerId: `in_${id}`,
      state: 'paid',
      number: made,
      description: 'Membership',
      amount: 1000,
      currency: 'eur',
      createdAt: paidAt,
      paidAt,
      ...given,
    })
    .execute()
  return id
}

/** Part of a payment that was refunded at this time. */
export async function aRefund(db: Db, paymentId: string, { amount, at }: { amount: number; at: Date }) {
  await db.insertInto('paymentRefund').values({ paymentId, amount, at }).execute()
  await db
    .updateTable('payment')
    .set((eb) => ({
      refunded: eb('refunded', '+', amount),
      state: sql<PaymentState>`case when refunded + ${amount} >= amount then 'refunded' else 'paid' end`,
    }))
    .where('id', '=', paymentId)
    .execute()
}

/** What the page shows before a switch, and the order that confirms it. */
export async function quoteSwitch(call: Call, plan: string) {
  const { body: quote } = await call(`GET /api/membership/switch?plan=${plan}`)
  const { at, dueNow, price } = quote
  return { quote, order: { plan, at, dueNow, price } }
}

/** Switches to a plan for the amount that the page shows. */
export async function confirmSwitch(call: Call, plan: string) {
  return call('POST /api/membership/switch', (await quoteSwitch(call, plan)).order)
}
