import { expect, test } from 'vitest'
import { aDatabase } from '#test/database.ts'
import { as } from '#test/conversation.ts'
import { aPerson } from '#test/people.ts'
import { newId } from '#server/platform/ids.ts'
import { createBillingWorker } from './jobs.ts'
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
