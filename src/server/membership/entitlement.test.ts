import { beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#contract/constants.ts'
import type { MembershipState } from '#contract/membership/states.ts'
import type { Viewer } from '#contract/viewer.ts'
import { aClock } from '#test/clock.ts'
import { as } from '#test/conversation.ts'
import { aDatabase } from '#test/database.ts'
import { type TestPerson, aPerson } from '#test/people.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { endGrant, grantMembership, isGrantWaiting, isMember, refreshEntitlements } from './entitlement.ts'
import { countWaitingMonths } from './queries.ts'

let db: Db
const clock = aClock()
const planId = newId()
beforeAll(async () => {
  db = (await aDatabase()).db
  const plan = { id: planId, name: 'Group', period: 'month' as const, price: 500, currency: 'usd', seats: 5 }
  await db
    .insertInto('plan')
    .values({ ...plan, createdAt: new Date() })
    .execute()
})

function change<Result>(person: TestPerson, work: (tx: Ctx<Viewer>) => Promise<Result>) {
  return inTransaction(as(db, person, { now: clock.now }), work)
}

const grant = (person: TestPerson, cause = newId(), months = 1) =>
  change(person, (tx) => grantMembership(tx, { personId: person.id, months, source: 'reward', cause }))

const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_MS)

/** Starts or changes the membership of a person, for whom nothing is asked at a provider. */
async function setMembership(person: TestPerson, state: MembershipState, periodEnd: Date) {
  const at = clock.now()
  const times = {
    periodEnd,
    graceUntil: state === 'past-due' ? periodEnd : null,
    endedAt: state === 'expired' ? at : null,
  }
  const row = { personId: person.id, planId, provider: 'test' as const, price: 500, currency: 'usd', seats: 5 }
  const { id } = await db
    .insertInto('membership')
    .values({
      id: newId(),
      subscriptionId: newId(),
      period: 'month',
      periodStart: at,
      startedAt: at,
      updatedAt: at,
      state,
      ...row,
      ...times,
    })
    .onConflict((conflict) => conflict.column('personId').doUpdateSet({ state, ...times }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const holders = await db.selectFrom('seat').select('personId').where('membershipId', '=', id).execute()
  await change(person, (tx) => refreshEntitlements(tx, [person.id, ...holders.map(({ personId }) => personId ?? '')]))
  return id
}

async function giveSeat(membershipId: string, holder: TestPerson) {
  const at = clock.now()
  await db
    .insertInto('seat')
    .values({ id: newId(), membershipId, email: holder.email, personId: holder.id, invitedAt: at, acceptedAt: at })
    .execute()
  await change(holder, (tx) => refreshEntitlements(tx, [holder.id]))
}

async function untilOf({ id }: TestPerson) {
  const row = await db
    .selectFrom('entitlement')
    .select(['until', 'source'])
    .where('personId', '=', id)
    .executeTakeFirst()
  return row && { source: row.source, days: Math.round((row.until.getTime() - clock.now().getTime()) / DAY_MS) }
}

test('months that a member receives are not used up while the membership renews', async () => {
  const member = await aPerson(db)
  await setMembership(member, 'active', inDays(20))
  expect(await grant(member, 'waiting')).toBeNull()
  expect(await isGrantWaiting(db, 'waiting')).toBe(true)
  expect(await countWaitingMonths(db, member.id)).toBe(1)
  // Renewed, cancelled, resumed and cancelled again.
  await setMembership(member, 'active', inDays(50))
  await setMembership(member, 'cancelled', inDays(50))
  expect(await isGrantWaiting(db, 'waiting')).toBe(false)
  expect(await untilOf(member)).toMatchObject({ source: 'reward', days: expect.closeTo(80, -1) })
  await setMembership(member, 'active', inDays(50))
  expect(await countWaitingMonths(db, member.id)).toBe(1)
  clock.pass(60 * DAY_MS)
  await setMembership(member, 'expired', inDays(-10))
  expect(await untilOf(member)).toMatchObject({ source: 'reward', days: expect.closeTo(30, -1) })
  expect(await isMember(db, member.id, clock.now())).toBe(true)
})

test('the rest of months waits when a person joins, and goes on afterwards', async () => {
  const member = await aPerson(db)
  await grant(member, newId(), 2)
  clock.pass(40 * DAY_MS)
  await setMembership(member, 'active', inDays(30))
  expect(await countWaitingMonths(db, member.id)).toBe(1)
  clock.pass(200 * DAY_MS)
  await setMembership(member, 'expired', inDays(-1))
  const { days = 0 } = (await untilOf(member)) ?? {}
  expect(days).toBeGreaterThanOrEqual(19)
  expect(days).toBeLessThanOrEqual(22)
})

test('months wait for the seat of a group, whose holders follow its state', async () => {
  const [owner, ...holders] = [await aPerson(db), await aPerson(db), await aPerson(db)]
  const group = await setMembership(owner, 'active', inDays(30))
  for (const holder of holders) await giveSeat(group, holder)
  for (const holder of holders) await grant(holder)
  for (const holder of holders) {
    expect(await countWaitingMonths(db, holder.id)).toBe(1)
    expect(await untilOf(holder)).toEqual({ source: 'seat', days: 33 })
  }
  await setMembership(owner, 'past-due', inDays(7))
  for (const holder of holders) expect((await untilOf(holder))?.source).toBe('reward')
  await setMembership(owner, 'expired', inDays(7))
  expect(await untilOf(owner)).toBeUndefined()
  for (const holder of holders) expect((await untilOf(holder))?.days).toBeLessThan(32)
})

test('of stacked months, the later ones start when the earlier ones are taken back', async () => {
  const person = await aPerson(db)
  await grant(person, 'first')
  const both = await grant(person, 'second')
  await change(person, (tx) => endGrant(tx, 'first'))
  expect((await untilOf(person))?.days).toBeLessThan(32)
  expect(both?.getTime()).toBeGreaterThan(inDays(50).getTime())
  await change(person, (tx) => endGrant(tx, 'second'))
  expect(await untilOf(person)).toBeUndefined()
})

test('one cause counts once, also at the same moment', async () => {
  const person = await aPerson(db)
  const ends = await Promise.all([grant(person, 'twice'), grant(person, 'twice'), grant(person, 'twice')])
  expect(new Set(ends.map((end) => end?.getTime())).size).toBe(1)
  expect((await untilOf(person))?.days).toBeLessThan(32)
})

test('grants that start and end at the same moment wait for each other', async () => {
  const person = await aPerson(db)
  const causes = Array.from({ length: 12 }, (_, index) => `moment-${index}`)
  for (const cause of causes) await grant(person, cause)
  const ended = causes.slice(0, 10).map((cause) => change(person, (tx) => endGrant(tx, cause)))
  const refreshed = causes.map(() => change(person, (tx) => refreshEntitlements(tx, [person.id])))
  await Promise.all([...ended, ...refreshed, grant(person, 'moment-12')])
  // Three months are left.
  expect((await untilOf(person))?.days).toBeGreaterThan(85)
  expect((await untilOf(person))?.days).toBeLessThan(93)
})
