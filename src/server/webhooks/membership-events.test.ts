import { beforeAll, expect, test } from 'vitest'
import { aClock } from '#test/clock.ts'
import { as } from '#test/conversation.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import { eventOf, openOutbound } from '#test/webhook-receiver.ts'
import { DAY_MS } from '#contract/constants.ts'
import { cancelMembership, previewSwitch, resumeMembership, switchPlan } from '#server/membership/manage-membership.ts'
import { openPaymentProvider } from '#server/membership/providers/open.ts'
import { startMembershipCheckout } from '#server/membership/start-checkout.ts'
import { syncPerson } from '#server/membership/sync.ts'
import { changeTestCard, payTestSession, renewTestMembership } from '#server/membership/test-checkout.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { createWebhook } from './manage.ts'

let db: Db
beforeAll(async () => void (db = (await aDatabase()).db))

test('a membership emits events when it starts, changes and ends, and none for a plain renewal', async () => {
  const clock = aClock()
  const now = clock.now
  const events = ['membership.started', 'membership.changed', 'membership.ended'] as const
  const url = 'http://127.0.0.1:1/'
  const admin = as(db, await aPerson(db, 'admin'), { outbound: openOutbound })
  await createWebhook(admin, { url, description: '', events: [...events], enabled: true })
  const person = await aPerson(db, 'reader', { name: 'Ada Quill' })
  const ctx = as(db, person, { now })
  const payments = openPaymentProvider({ kind: 'test' }, aCtx(db, { now }))
  const shared = { period: 'month', currency: 'usd', createdAt: new Date() } as const
  const [basic, more] = [newId(), newId()]
  await db
    .insertInto('plan')
    .values([
      { id: basic, name: 'Basic', price: 500, ...shared },
      { id: more, name: 'More', price: 900, ...shared },
    ])
    .execute()

  let last = 0
  async function emittedBy(write: () => Promise<unknown>) {
    await write()
    const rows = await db
      .selectFrom('webhookDelivery')
      .innerJoin('webhookEvent', 'webhookEvent.id', 'webhookDelivery.eventId')
      .select(['webhookDelivery.id', 'webhookEvent.body', 'webhookEvent.people'])
      .where('webhookDelivery.id', '>', last)
      .orderBy('webhookDelivery.id')
      .execute()
    last = rows.at(-1)?.id ?? last
    for (const { people } of rows) expect(people).toEqual([person.id])
    return rows.map(({ body }) => eventOf(body))
  }
  const join = async () => {
    const checkout = await startMembershipCheckout(ctx, payments, { plan: basic, request: newId() })
    await payTestSession(ctx, payments, new URL(checkout.url).searchParams.get('session') ?? '', 'works')
  }
  const changedTo = (state: string) => [{ type: 'membership.changed', data: { state } }]

  const started = await emittedBy(join)
  expect(started).toMatchObject([
    {
      type: 'membership.started',
      data: {
        person: { id: person.id, name: 'Ada Quill' },
        state: 'active',
        plan: { id: basic, name: 'Basic' },
        price: 500,
        currency: 'usd',
        period: 'month',
      },
    },
  ])
  expect(JSON.stringify(started)).not.toContain('@example.com')
  expect(await emittedBy(() => syncPerson(ctx, payments, person.id))).toEqual([])
  expect(await emittedBy(() => renewTestMembership(ctx, payments))).toEqual([])
  const order = { plan: more, ...(await previewSwitch(ctx, payments, more)) }
  expect(await emittedBy(() => switchPlan(ctx, payments, order))).toMatchObject([
    { type: 'membership.changed', data: { state: 'active', plan: { id: more }, price: 900 } },
  ])
  await changeTestCard(ctx, payments, 'fails-later')
  expect(await emittedBy(() => renewTestMembership(ctx, payments))).toMatchObject(changedTo('past-due'))
  expect(await emittedBy(() => changeTestCard(ctx, payments, 'works'))).toMatchObject(changedTo('active'))
  const cancel = () => cancelMembership(ctx, payments, { comment: '' })
  expect(await emittedBy(cancel)).toMatchObject(changedTo('cancelled'))
  expect(await emittedBy(cancel)).toEqual([])
  expect(await emittedBy(() => resumeMembership(ctx, payments))).toMatchObject(changedTo('active'))
  expect(await emittedBy(cancel)).toMatchObject(changedTo('cancelled'))
  clock.pass(100 * DAY_MS)
  expect(await emittedBy(() => syncPerson(ctx, payments, person.id))).toMatchObject([
    { type: 'membership.ended', data: { state: 'expired', plan: { id: more } } },
  ])
  expect(await emittedBy(join)).toMatchObject([{ type: 'membership.started', data: { state: 'active' } }])
})
