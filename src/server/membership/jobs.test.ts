import { expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/constants.ts'
import { aDatabase } from '#test/database.ts'
import { as } from '#test/conversation.ts'
import { aPerson } from '#test/people.ts'
import { newId } from '#server/platform/ids.ts'
import { handleNextEvent, sweepBillingEvents } from './billing-events.ts'
import { createBillingWorker } from './jobs.ts'
import type { PaymentProvider } from './providers/provider.ts'
import { createTestProvider } from './providers/test-provider.ts'

test('a webhook is handled before the rest of the memberships that are due', async () => {
  const { db } = await aDatabase()
  const at = new Date()
  const planId = newId()
  await db
    .insertInto('plan')
    .values({ id: planId, name: 'Monthly', period: 'month', price: 500, currency: 'usd', createdAt: at })
    .execute()
  const ctx = as(db, await aPerson(db, 'admin'))
  const times = { periodStart: at, periodEnd: at, startedAt: at, updatedAt: at, dueAt: at }
  for (const subscriptionId of ['first', 'second']) {
    const { id: personId } = await aPerson(db)
    const row = { planId, provider: 'test' as const, price: 500, currency: 'usd', period: 'month' as const }
    await db
      .insertInto('membership')
      .values({ id: newId(), personId, subscriptionId, state: 'active', ...row, ...times })
      .execute()
  }
  const asked: string[] = []
  const worker = createBillingWorker(ctx, {
    ...createTestProvider(ctx),
    async getSubscription(id) {
      if (asked.length === 0) {
        const event = { id: 'evt', type: 'invoice.paid', subject: 'subscription:paid', receivedAt: at, dueAt: at }
        await db
          .insertInto('billingEvent')
          .values({ provider: 'test', ...event })
          .execute()
      }
      asked.push(id)
      return null
    },
  })
  await worker.wake()
  await worker.close()
  expect(asked).toEqual([expect.any(String), 'paid', expect.any(String)])
})

test('events of one subject are handled together, and one that arrives meanwhile is handled afterwards', async () => {
  const { db } = await aDatabase()
  const at = new Date()
  const ctx = as(db, await aPerson(db, 'admin'))
  const save = (id: string, subject: string) =>
    db
      .insertInto('billingEvent')
      .values({ provider: 'test', id, type: 'invoice.paid', subject, receivedAt: at, dueAt: at })
      .execute()
  for (const id of ['1', '2', '3']) await save(id, 'subscription:one')
  await save('4', 'subscription:other')
  const asked: string[] = []
  const payments: PaymentProvider = {
    ...createTestProvider(ctx),
    async getSubscription(id) {
      if (asked.push(id) === 1) await save('5', 'subscription:one')
      return null
    },
  }
  const fail = (error: unknown) => {
    throw error
  }
  while (await handleNextEvent(ctx, payments, fail));
  expect(asked.toSorted()).toEqual(['one', 'one', 'other'])
})

test('an event that fails again and again is tried once a day', async () => {
  const { db } = await aDatabase()
  let at = new Date()
  const ctx = as(db, await aPerson(db, 'admin'), { now: () => at })
  const event = { provider: 'test' as const, id: 'evt', type: 'charge.refunded', subject: 'charge:ch' }
  await db
    .insertInto('billingEvent')
    .values({ ...event, receivedAt: at, dueAt: at })
    .execute()
  let isDown = true
  const payments: PaymentProvider = {
    ...createTestProvider(ctx),
    getCharge: () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(null)),
  }
  const failed: (string | null)[] = []
  const handle = () => handleNextEvent(ctx, payments, (_error, item) => void failed.push(item))
  const waits: number[] = []
  for (let attempt = 1; attempt <= 25; attempt++) {
    await handle()
    const { dueAt } = await db.selectFrom('billingEvent').select('dueAt').executeTakeFirstOrThrow()
    waits.push(((dueAt?.getTime() ?? 0) - at.getTime()) / MINUTE_MS)
    at = dueAt ?? at
  }
  expect(waits.slice(0, 4)).toEqual([1, 2, 4, 8])
  expect(waits.slice(15, 19)).toEqual([360, 360, 360, 360])
  expect(waits.slice(19)).toEqual([1440, 1440, 1440, 1440, 1440, 1440])
  expect(new Set(failed)).toEqual(new Set(['payment events of charge:ch']))
  await sweepBillingEvents(ctx)
  isDown = false
  await handle()
  expect(await db.selectFrom('billingEvent').select('dueAt').execute()).toEqual([{ dueAt: null }])
})
