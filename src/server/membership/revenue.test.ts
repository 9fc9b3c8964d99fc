import { expect, test } from 'vitest'
import { aDatabase } from '#test/database.ts'
import { aPayment, aRefund } from '#test/payments.ts'
import { aPerson } from '#test/people.ts'
import type { PaymentProviderName as Provider } from '#contract/membership/membership.ts'
import type { MembershipEvent, MembershipState, PlanPeriod } from '#contract/membership/states.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { getRevenue } from './revenue.ts'

const NOW = new Date('2026-11-18T12:00:00Z')

type Change = [at: string, event: MembershipEvent, from: MembershipState, to: MembershipState, price: number]

async function aPlan(db: Db) {
  const id = newId()
  const plan = { id, name: 'Reader', period: 'month' as const, price: 500, currency: 'eur' }
  await db
    .insertInto('plan')
    .values({ ...plan, createdAt: NOW })
    .execute()
  return id
}

type Member = { planId: string; changes: Change[]; period?: PlanPeriod; currency?: string; provider?: Provider }

/** The changes of a test membership, which come before the others, are those of `tried`. */
async function aMember(db: Db, { tried = [], ...given }: Member & { tried?: Change[] }) {
  const { planId, changes, period = 'month', currency = 'eur', provider = 'stripe' } = given
  const { id: personId } = await aPerson(db)
  const id = newId()
  const [last, first] = [changes.at(-1), changes[0]]
  if (!last || !first) throw new Error('no changes')
  const [at, , , state, price] = last
  const periodEnd = new Date('2026-12-10')
  await db
    .insertInto('membership')
    .values({
      id,
      personId,
      planId,
      provider,
      subscriptionId: newId(),
      state,
      price,
      currency,
      period,
      periodStart: new Date(at),
      periodEnd,
      startedAt: new Date(first[0]),
      endedAt: state === 'expired' ? new Date(at) : null,
      graceUntil: state === 'past-due' ? periodEnd : null,
      updatedAt: NOW,
    })
    .execute()
  const all = [
    ...tried.map((change) => ({ change, of: 'test' as const })),
    ...changes.map((change) => ({ change, of: provider })),
  ]
  for (const { change, of } of all) {
    const [when, event, fromState, toState, paid] = change
    const terms = { planId, price: paid, currency, period, provider: of }
    await db
      .insertInto('membershipChange')
      .values({ membershipId: id, at: new Date(when), event, fromState, toState, ...terms })
      .execute()
  }
  return { id, personId }
}

test('the figures of a small site agree with those worked out by hand', async () => {
  const { db } = await aDatabase()
  const planId = await aPlan(db)
  const member = (period: PlanPeriod, changes: Change[], currency = 'eur') =>
    aMember(db, { planId, period, changes, currency })

  // Since before the twelve months; it renewed and later switched from 500 to 800.
  const loyal = await member('month', [
    ['2025-01-05', 'pay', 'none', 'active', 500],
    ['2026-02-05', 'pay', 'active', 'active', 500],
    ['2026-09-05', 'switch', 'active', 'active', 800],
  ])
  // A year for 6000: 500 a month. Past due since November.
  await member('year', [
    ['2025-11-10', 'pay', 'none', 'active', 6000],
    ['2026-11-10', 'payment-failed', 'active', 'past-due', 6000],
  ])
  // Left on 1 November.
  const left = await member('month', [
    ['2026-08-01', 'pay', 'none', 'active', 500],
    ['2026-10-15', 'cancel', 'active', 'cancelled', 500],
    ['2026-11-01', 'end', 'cancelled', 'expired', 500],
  ])
  // A trial that was paid, one that ended without a payment, and one that runs.
  await member('month', [
    ['2026-10-25', 'start-trial', 'none', 'trialing', 500],
    ['2026-11-08', 'pay', 'trialing', 'active', 500],
  ])
  await member('month', [
    ['2026-10-10', 'start-trial', 'none', 'trialing', 500],
    ['2026-10-24', 'end', 'trialing', 'expired', 500],
  ])
  await member('month', [['2026-11-12', 'start-trial', 'none', 'trialing', 500]])
  // Another currency does not count.
  await member('month', [['2026-11-12', 'pay', 'none', 'active', 900]], 'usd')

  const paid = (at: string) =>
    aPayment(db, new Date(at), {
      membershipId: loyal.id,
      personId: loyal.personId,
      planId,
      amount: 800,
    })
  const twice = await paid('2026-10-05')
  // Each part counts in the month in which it was refunded.
  await aRefund(db, twice, { amount: 300, at: new Date('2026-10-20') })
  await aRefund(db, twice, { amount: 500, at: new Date('2026-11-02') })
  await paid('2026-11-05')
  await paid('2026-11-06')
  await db
    .insertInto('exitAnswer')
    .values({ membershipId: left.id, at: new Date('2026-10-15'), reason: 'too-expensive', comment: 'Too much' })
    .execute()

  const revenue = await getRevenue({ db, now: () => NOW }, 'stripe', {})
  // 800 + 6000 / 12 + 500.
  expect(revenue).toMatchObject({ currency: 'eur', members: 4, trialing: 1, pastDue: 1, mrr: 1800 })
  expect(revenue.currencies).toEqual(['eur', 'usd'])
  // On 19 October: loyal, yearly, the one who left, and the trial that ended. Two of these four left.
  expect(revenue.churn).toBe(50)
  expect(revenue.growth).toBe(0)
  expect(revenue.trialConversion).toBe(50)
  const month = (at: string) => revenue.months.find((point) => point.at === at)
  expect(revenue.months.map(({ at }) => at)).toEqual([
    '2025-12',
    '2026-01',
    '2026-02',
    '2026-03',
    '2026-04',
    '2026-05',
    '2026-06',
    '2026-07',
    '2026-08',
    '2026-09',
    '2026-10',
    '2026-11',
  ])
  expect(month('2025-12')).toMatchObject({ members: 2, mrr: 1000, joined: 0, left: 0, revenue: 0 })
  expect(month('2026-08')).toMatchObject({ members: 3, mrr: 1500, joined: 1 })
  expect(month('2026-09')).toMatchObject({ members: 3, mrr: 1800 })
  // At the end of October: loyal, yearly, the cancelled one and a trial, of which only two recur.
  expect(month('2026-10')).toMatchObject({ members: 4, mrr: 1300, joined: 2, left: 1, revenue: 500 })
  expect(month('2026-11')).toMatchObject({ members: 4, mrr: 1800, joined: 1, left: 1, revenue: 1100 })
  expect(revenue.exits).toEqual([{ reason: 'too-expensive', count: 1 }])
  expect(revenue.comments).toMatchObject([{ comment: 'Too much' }])
  const dollars = await getRevenue({ db, now: () => NOW }, 'stripe', { currency: 'usd' })
  expect(dollars).toMatchObject({ members: 1, mrr: 900, churn: null, trialConversion: null, growth: null })
})

test('what was bought in test mode does not count once real payments are set up', async () => {
  const { db } = await aDatabase()
  const planId = await aPlan(db)
  const left = await aMember(db, {
    planId,
    provider: 'test',
    changes: [
      ['2026-09-01', 'start-trial', 'none', 'trialing', 700],
      ['2026-11-02', 'end', 'trialing', 'expired', 700],
    ],
  })
  const { id } = await aMember(db, {
    planId,
    tried: [
      ['2026-10-01', 'pay', 'none', 'active', 900],
      ['2026-11-10', 'end', 'active', 'expired', 900],
    ],
    changes: [['2026-11-12', 'pay', 'expired', 'active', 500]],
  })
  await db
    .insertInto('exitAnswer')
    .values({ membershipId: left.id, at: new Date('2026-11-02'), reason: 'other', comment: 'Only a test' })
    .execute()
  await aPayment(db, new Date('2026-10-01'), { provider: 'test', amount: 900 })
  await aPayment(db, new Date('2026-11-12'), { membershipId: id, amount: 500 })
  const revenue = await getRevenue({ db, now: () => NOW }, 'stripe', {})
  expect(revenue).toMatchObject({ members: 1, mrr: 500, churn: null, trialConversion: null, exits: [], comments: [] })
  expect(revenue.months.slice(-2)).toMatchObject([
    { at: '2026-10', members: 0, mrr: 0, revenue: 0, joined: 0, left: 0 },
    { at: '2026-11', members: 1, mrr: 500, revenue: 500, joined: 1, left: 0 },
  ])
})

test('a trial that is paid after a failed payment is converted', async () => {
  const { db } = await aDatabase()
  const planId = await aPlan(db)
  await aMember(db, {
    planId,
    changes: [
      ['2026-11-01', 'start-trial', 'none', 'trialing', 500],
      ['2026-11-08', 'payment-failed', 'trialing', 'past-due', 500],
      ['2026-11-10', 'pay', 'past-due', 'active', 500],
      ['2026-11-12', 'switch', 'active', 'active', 800],
      ['2026-11-14', 'end', 'active', 'expired', 800],
    ],
  })
  expect(await getRevenue({ db, now: () => NOW }, 'stripe', {})).toMatchObject({ trialConversion: 100 })
})

test('an empty site has no figures to divide', async () => {
  const { db } = await aDatabase()
  const revenue = await getRevenue({ db, now: () => NOW }, 'test', {})
  expect(revenue).toMatchObject({ members: 0, mrr: 0, churn: null, growth: null, currency: 'usd' })
  expect(revenue.months).toHaveLength(12)
})
