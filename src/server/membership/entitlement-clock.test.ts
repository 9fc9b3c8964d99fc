import { beforeAll, expect, test } from 'vitest'
import { aClock } from '#test/clock.ts'
import { aDatabase } from '#test/database.ts'
import { aCtx, aPerson } from '#test/people.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/constants.ts'
import type { Db } from '#server/platform/db.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { grantMembership, isMember } from './entitlement.ts'
import { createEntitlementClock } from './entitlement-clock.ts'

let db: Db
beforeAll(async () => void (db = (await aDatabase()).db))

test('the clock of a process drops what it holds for a person once, when the entitlement ends', async () => {
  const time = aClock()
  const ctx = aCtx(db, { now: time.now })
  const give = (personId: string, cause: string) =>
    inTransaction(ctx, (tx) => grantMembership(tx, { personId, months: 1, source: 'admin', cause }))
  const [one, other] = [await aPerson(db), await aPerson(db)]
  const until = await give(one.id, 'one')
  await give(other.id, 'other')
  await give(other.id, 'another month')
  const dropped: string[] = []
  const clock = createEntitlementClock(ctx, (signals) => void dropped.push(...signals))
  try {
    if (!until) throw new Error('the month waits')
    time.pass(until.getTime() - time.now().getTime() - MINUTE_MS)
    await clock.wake()
    expect([await isMember(db, one.id, time.now()), dropped]).toEqual([true, []])

    time.pass(HOUR_MS)
    expect(await isMember(db, one.id, time.now())).toBe(false)
    clock.onSignals(['entitlements'])
    await clock.wake()
    expect(dropped).toEqual([`own:${one.id}`])

    time.pass(40 * DAY_MS)
    await clock.wake()
    expect(dropped).toEqual([`own:${one.id}`, `own:${other.id}`])
  } finally {
    await clock.close()
  }
})
